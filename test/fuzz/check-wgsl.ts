// One WGSL input: what Tint says of it, decoding with and without that blessing, and the model behind. A
// shader that Tint takes and the decoder does not is a gap, and its outcome says so.

import { tintRules } from '../../src/compilers/tint/source-rules.ts';
import { decodeWgsl } from '../../src/decode/wgsl/index.ts';
import { validateWgsl } from '../../src/hardware/tint.ts';
import { InvalidModule, requireValid, runChain, runPrediction } from './chain.ts';
import { checkDiagnostics, outcomeOf, refusalOf } from './oracle.ts';
import type { Random } from './random.ts';

const FILE = 'fuzz.wgsl';

/** Values that the corpus' overrides may take. */
function constantsOf(text: string, random: Random): Record<string, number> {
  const names = [...text.matchAll(/\boverride\s+([A-Za-z_]\w*)/g)].map((match) => match[1]);
  return Object.fromEntries(
    names
      .filter(() => random.oneIn(2))
      .map((name) => [name, random.pick([0, 1, 2, 8, 16, 64, -1, 0.5, 2 ** 32, 1e30])]),
  );
}

export async function checkWgsl(text: string, random: Random): Promise<string> {
  const said = await validateWgsl(text, FILE);
  checkDiagnostics(said, FILE, text.length, text);
  const isValid = said.every((each) => each.severity === 'warning');
  const prefix = isValid ? 'tint-takes' : 'tint-refuses';
  const entryPoint = isValid
    ? /@compute[^{};]*?\bfn\s+([\p{L}_][\p{L}\p{N}_]*)/su.exec(text)?.[1]
    : undefined;
  const constants = random.oneIn(2) ? {} : constantsOf(text, random);
  const options = { constants, ...(entryPoint === undefined ? {} : { entryPoint }) };
  const { value, diagnostics } = decodeWgsl({ file: FILE, text }, { ...options, rules: tintRules() });
  checkDiagnostics(diagnostics, FILE, text.length, text);
  const outcome = outcomeOf(diagnostics);
  if (isValid && outcome === 'wgsl/not-understood')
    throw new Error(`Tint takes it: ${diagnostics[0].message}`);
  if (!value) return `${prefix}: ${refusalOf(diagnostics)}`;
  const source = { file: FILE, text };
  try {
    requireValid(value, 'decoded');
  } catch (error) {
    // Without Tint, types may be wrong in ways that only a checker of types would tell.
    if (isValid || !(error instanceof InvalidModule)) throw error;
    return `${prefix}: invalid IR`;
  }
  const end = runChain(value, source, random, constants);
  if (end === 'ok' && isValid && random.oneIn(20))
    return `${prefix}: predicted ${runPrediction(value, source, random, constants)}`;
  return `${prefix}: ${end}`;
}
