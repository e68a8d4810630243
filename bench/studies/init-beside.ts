// A launch file of `init` beside one that was written by hand for the same kernel: `init` is told what it has params
// for (sizes, counts, overrides) as the hand-written file has them, and what still differs is its own doing.

import { type Launch, placeOf } from '../../src/launch/launch.ts';
import { parseLaunch } from '../../src/launch/parse.ts';
import { matchBindings } from '../../src/predict/bindings.ts';
import type { Draft } from '../../src/reflect/draft.ts';
import { draftText } from '../../src/reflect/draft-text.ts';
import { draftsOf } from '../../src/reflect/drafts.ts';
import { leavesOf } from '../../src/reflect/leaves.ts';
import type { Param } from '../../src/reflect/params.ts';

type Bindings = NonNullable<ReturnType<typeof matchBindings>['value']>;

export interface Beside {
  /** By `init`; absent where it refuses. */
  readonly launch?: Launch;
  readonly text?: string;
  readonly draft?: Draft;
  /** What differs from the hand-written file, one line each. */
  readonly differences: readonly string[];
}

/** @param byHand a launch of this WGSL shader */
export function besideHandWritten(byHand: Launch, shader: string): Beside {
  const { shaderPath, entryPoint, workgroupSize } = byHand;
  if (workgroupSize) return { differences: ['a size of workgroups from outside'] };
  const draftWith = (given: Readonly<Record<string, number>>) =>
    draftsOf(
      { file: shaderPath, text: shader },
      { path: 'k.wgsl', given, ...(entryPoint === undefined ? {} : { entryPoint }) },
    );
  const first = draftWith(byHand.constants);
  const draft = first.value?.[0].draft;
  if (!draft) return { differences: [`refused: ${first.diagnostics[0]?.message}`] };
  const bindings = matchBindings(draft.module, byHand, shader).value;
  if (!bindings) return { draft, differences: ['the hand-written file does not fit'] };
  const answers = answersFor(draft.params, draft, byHand, bindings);
  const told = draftWith({ ...answers, ...byHand.constants }).value![0].draft;
  const text = draftText(told);
  const parsed = parseLaunch(text, byHand.file);
  const wrong = parsed.diagnostics.map(({ message }) => `refused: ${message}`);
  if (!parsed.value) return { draft: told, text, differences: wrong };
  const launch = { ...parsed.value, shaderPath };
  const matched = matchBindings(told.module, launch, shader);
  if (!matched.value)
    return { draft: told, text, differences: [`refused: ${matched.diagnostics[0].message}`] };
  const differences = [
    ...wrong,
    ...dispatchDifferences(byHand, launch),
    ...draft.module.buffers.flatMap((buffer, k) =>
      bindingDifferences(`${placeOf(buffer)} ${buffer.name}`, bindings[k], matched.value![k]),
    ),
  ];
  return { launch, draft: told, text, differences };
}

function answersFor(
  params: readonly Param[],
  { module }: Draft,
  { dispatch, constants }: Launch,
  bindings: Bindings,
): Record<string, number> {
  const numberOf = ({ of }: Param): number | undefined => {
    switch (of.kind) {
      case 'member': {
        const { data } = bindings[of.buffer];
        if (data.kind !== 'words') return undefined;
        const { type } = module.buffers[of.buffer];
        const leaf = type && leavesOf(type).find(({ byte }) => byte === of.byte);
        const word = Uint32Array.of(data.words[Math.floor(of.byte / 4)] ?? 0);
        return leaf?.scalar === 'f32' ? new Float32Array(word.buffer)[0] : word[0] | 0;
      }
      case 'length': {
        const { offsetBytes, strideBytes } = module.buffers[of.buffer].runtimeArray!;
        return Math.floor((bindings[of.buffer].sizeBytes - offsetBytes) / strideBytes);
      }
      case 'texels':
        return bindings[of.buffer].texture?.size[of.axis];
      case 'groups':
        return dispatch[of.axis];
      case 'invocations':
        return dispatch[of.axis] * module.workgroupSize[of.axis];
      case 'meanRow': {
        const rows = bindings.find(({ data }) => data.kind === 'csr-rows')?.data;
        if (rows?.kind !== 'csr-rows') return undefined;
        return rows.meanRow;
      }
      case 'override':
        return constants[of.name];
    }
  };
  return Object.fromEntries(
    params.flatMap((param) => {
      const number = numberOf(param);
      return number === undefined ? [] : [[param.name, number]];
    }),
  );
}

function dispatchDifferences(byHand: Launch, { dispatch }: Launch): string[] {
  if (dispatch.join() === byHand.dispatch.join()) return [];
  return [`dispatch ${dispatch.join(' x ')}, by hand ${byHand.dispatch.join(' x ')}`];
}

/** A few bytes at an end are neither here nor there. */
const SAME_SIZE = 0.02;

function bindingDifferences(name: string, byHand: Bindings[0], own: Bindings[0]): string[] {
  const found: string[] = [];
  const ratio = own.sizeBytes / byHand.sizeBytes;
  const isFew = Math.abs(own.sizeBytes - byHand.sizeBytes) <= 64;
  if (!isFew && Math.abs(ratio - 1) > SAME_SIZE)
    found.push(
      `size of ${name}: ${own.sizeBytes}, by hand ${byHand.sizeBytes} (${ratio.toPrecision(3)} times)`,
    );
  const [a, b] = [byHand.data, own.data];
  if (a.kind === 'words' && b.kind === 'words' && own.usage === 'uniform') {
    const different = [...a.words].flatMap((word, k) => (word === (b.words[k] ?? 0) ? [] : [k]));
    if (different.length > 0) {
      const some = different.slice(0, 4).map((k) => `word ${k} ${b.words[k]}, by hand ${a.words[k]}`);
      found.push(`data of ${name}: ${some.join('; ')}`);
    }
  } else if (a.kind !== b.kind) found.push(`data of ${name}: ${b.kind}, by hand ${a.kind}`);
  else if (a.kind === 'random-u32' && b.kind === 'random-u32' && a.modulo !== b.modulo)
    found.push(`data of ${name}: random below ${b.modulo}, by hand below ${a.modulo}`);
  return found;
}
