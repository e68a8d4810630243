// Searches the space of the document for a faster configuration, as the command `search` does, in this one thread.

import { inProcess } from '../../src/configure/backend.ts';
import type { ModelOptions } from '../../src/configure/evaluate.ts';
import { launchFileOf } from '../../src/configure/launch-file.ts';
import { ModelEvaluator } from '../../src/configure/model-evaluator.ts';
import { strideDoubts, type Tunable } from '../../src/configure/tunable.ts';
import { tunableOf } from '../../src/configure/tunable-of.ts';
import type { Outcome } from '../../src/diagnostics/diagnostic.ts';
import { formatTime } from '../../src/report/units.ts';
import { type SearchResult, search } from '../../src/search/search.ts';
import { Random } from '../../src/space/random.ts';
import { configurationOf } from '../../src/space/space.ts';
import type { Document } from '../document.ts';
import type { Found, Say } from '../messages.ts';
import { open, problemsOf } from './open.ts';

/** @param budget predictions that may be made */
export async function searchDocument(
  document: Document,
  options: ModelOptions,
  budget: number,
  say: Say,
): Promise<void> {
  const { value: tunable, diagnostics } = tunableIn(document);
  if (!tunable) {
    say({ kind: 'failed', problems: problemsOf(document, diagnostics) });
    return;
  }
  const { space, points, base } = tunable;
  const backend = inProcess(options);
  const evaluator = new ModelEvaluator(tunable, backend, options.profile, backend);
  const { result, refused } = await search(
    { space, points, base, evaluator, doubtOf: (point) => strideDoubts(tunable, point) },
    {
      algorithm: 'full',
      budget,
      random: new Random(options.seed),
      isTimeUp: () => false,
      onProgress: (evaluations, bestNs) =>
        say({
          kind: 'progress',
          text: `${evaluations} of at most ${budget} predicted, the best ${formatTime(bestNs)}`,
        }),
    },
  );
  if (result) say({ kind: 'found', found: foundBy(document, tunable, result) });
  else {
    const message = `no configuration has a prediction: ${refused[0]?.reason ?? 'the budget had no room'}`;
    say({ kind: 'failed', problems: [{ severity: 'unsupported', message, notes: [] }] });
  }
}

function tunableIn(document: Document): Outcome<Tunable> {
  const { value: opened, diagnostics } = open(document);
  if (!opened) return { diagnostics };
  const { launch, source } = opened;
  const shaders = [{ file: launch.shaderPath, text: source, own: document.shader }];
  return tunableOf({ launch, launchText: document.launch, params: {}, shaders });
}

function foundBy(document: Document, tunable: Tunable, result: SearchResult): Found {
  const { base, best, expectedGain, evaluations, points, refused, end } = result;
  const before = base && configurationOf(tunable.space, base.point);
  const changes = Object.entries(configurationOf(tunable.space, best.point)).flatMap(([name, to]) =>
    before?.[name] === to ? [] : [{ name, from: String(before?.[name] ?? ''), to: String(to) }],
  );
  const winner = tunable.instantiate(best.point).value!;
  const launch = launchFileOf(tunable, best.point, winner, {
    file: document.launchName,
    shader: document.shaderName,
    move: (path) => path,
    params: {},
  });
  return {
    ...(base ? { baseNs: base.cost.timeNs } : {}),
    ...(expectedGain ? { expectedGain } : {}),
    bestNs: best.cost.timeNs,
    changes,
    evaluations,
    points,
    refused: refused.length,
    isWhole: end === 'whole',
    isBase: base === best,
    document: { ...document, shader: winner.source, launch },
  };
}
