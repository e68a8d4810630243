// A tuner with a made-up kernel and device, to be killed: `node victim.mjs DATABASE REPORT TRIALS resume|new [N]`.
// Each trial whose writing was reported goes to the file REPORT. With a number, it kills itself at the moment of
// that number; the same one is then always at the same place. At the end it prints the winner.

import { appendFileSync } from 'node:fs';
import type { Instance } from '../../../src/configure/tunable.ts';
import { pointsOf } from '../../../src/space/points.ts';
import { keyOf, type Point, parameterOf, type Space } from '../../../src/space/space.ts';
import { confirm } from '../../../src/tune/confirm.ts';
import type { TrialEvaluator } from '../../../src/tune/evaluators/evaluator.ts';
import { Journal } from '../../../src/tune/journal.ts';
import { TIME } from '../../../src/tune/objective.ts';
import { beginSession } from '../../../src/tune/session.ts';
import { type StoredTrial, TrialStore } from '../../../src/tune/trials/store.ts';
import type { Evaluation } from '../../../src/tune/trials/trial.ts';
import { Tuner } from '../../../src/tune/tuner.ts';
import { SUBJECT } from '../subject.ts';
import { watchMoments } from './moments.ts';

const [database, report, trials, mode, killAt] = process.argv.slice(2);

const values = Array.from({ length: 12 }, (_, i) => i);
const space: Space = {
  parameters: ['a', 'b', 'c'].map((name) => parameterOf(name, values)),
  constraints: [],
};
const points = pointsOf(space).value!;
const instantiate = (point: Point) => {
  const launch = { params: {} } as Instance['launch'];
  return { value: { launch, source: keyOf(point) }, diagnostics: [] };
};

/** The fastest of those that are right is at 7, 3, 9; the fastest of all is wrong. */
function evaluationOf([a, b, c]: Point): Evaluation {
  const timeNs = 1000 + 10 * (Math.abs(a - 7) + Math.abs(b - 3) + Math.abs(c - 9));
  if (a === 11) return { status: 'correctness', timeNs: 1, message: 'it is wrong' };
  if (b === 11) return { status: 'runtime', message: 'it crashed' };
  return { status: 'correct', timeNs, samples: [{ timeNs, spinNs: 1 }] };
}

let working = 0;
const evaluator: TrialEvaluator = {
  kind: 'hardware',
  device: SUBJECT.device,
  driver: SUBJECT.driver,
  isNoisy: true,
  get room() {
    return 3 - working;
  },
  open: async () => ({ value: evaluationOf([0, 0, 0]), diagnostics: [] }),
  async evaluate(point) {
    working++;
    // Not always in the order in which they began.
    for (let turns = keyOf(point).length % 3; turns >= 0; turns--) await new Promise(setImmediate);
    working--;
    return evaluationOf(point);
  },
  confirm: async (point) => evaluationOf(point),
  close: () => {},
};

class LoggedJournal extends Journal {
  override add(trial: StoredTrial): void {
    super.add(trial);
    if (this.failure !== undefined) return;
    const values = Object.values(trial.configuration).join(',');
    appendFileSync(report, `${trial.purpose} ${values} ${session.run}\n`);
  }
}

let moments = 0;
if (Number(killAt) > 0) {
  watchMoments(() => {
    if (++moments === Number(killAt)) process.kill(process.pid, 'SIGKILL');
  });
}
const opened = await TrialStore.open(database, false);
for (const { message } of opened.diagnostics) console.log(message);
const store = opened.value;
if (!store) process.exit(2);
const date = () => '2026-01-01T00:00:00Z';
const objective = TIME;
const session = beginSession(store, SUBJECT, {
  space,
  base: [0, 0, 0],
  objective: objective.text,
  seed: 5,
  wantsResume: mode === 'resume',
  date: date(),
  identify: keyOf,
});
console.log(`ready, ${session.past.length} known`);
const journal = new LoggedJournal(store, session.run);
const tuner = new Tuner({ space, points, base: [0, 0, 0], instantiate }, evaluator, {
  seed: session.seed,
  budget: { trials: Number(trials) },
  objective,
  seeds: [],
  // Two that are quickly asked; the others resume alike.
  techniques: ['normal-greedy-mutation', 'pattern-search'],
  past: session.past,
  secondsBefore: session.secondsBefore,
  journal,
  identify: ({ source }) => source,
  now: () => performance.now(),
  date,
  isInterrupted: () => false,
});
const { value } = await tuner.run();
if (value!.end === 'store') {
  console.log(`store failed: ${journal.failure}; ${store.unwritten} unwritten`);
} else {
  const { winner } = await confirm(tuner, value!);
  console.log(`winner ${keyOf(winner.point)} after ${value!.trials}`);
}
journal.finish(value!.seconds, 'finished');
process.exit(0);
