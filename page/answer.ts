// The right side: the time with its band, what limits it, what to do, why, and what the time hangs on.

import type { Advice, Diagnosis } from '../src/analyze/diagnosis.ts';
import type { Prediction } from '../src/predict/prediction.ts';
import { limitOf, NO_STEP, otherFactors, parameterName, speedup } from '../src/report/diagnosis-words.ts';
import { describeLimit } from '../src/report/limit-words.ts';
import { formatBytes, formatCount, formatShare, formatTime, formatTimeRange } from '../src/report/units.ts';
import { bars } from './bars.ts';
import { diffView } from './diff.ts';
import { make, part, refill, withCode } from './dom.ts';
import type { Problem } from './messages.ts';

/** Of less nothing is said, as in the report of the command. */
const LEAST_ELASTICITY = 0.02;
const MOST_ROWS = 8;

export function showPrediction(prediction: Prediction, limit = describeLimit(prediction.bottleneck)): void {
  const [low, high] = prediction.errorBandNs;
  const answer = part('answer');
  answer.replaceChildren(
    make(
      'p',
      { className: 'time' },
      make('b', { textContent: formatTime(prediction.timeNs) }),
      make('span', { textContent: `on ${prediction.profile}` }),
    ),
    make('p', {
      className: 'band',
      textContent: `likely ${formatTimeRange(low, high)}`,
    }),
    make('p', { className: 'limit', textContent: `${limit.charAt(0).toUpperCase()}${limit.slice(1)}` }),
    facts(prediction),
  );
}

function facts(p: Prediction): HTMLElement {
  const rows: readonly (readonly [string, string])[] = [
    ['occupancy', `${formatShare(p.occupancy.fraction)}, by ${p.occupancy.limit.replace('-', ' ')}`],
    [
      'registers',
      `${p.registersPerThread} per thread${p.spillBytes > 0 ? `, ${formatBytes(p.spillBytes)} spilled` : ''}`,
    ],
    ['DRAM', `${formatBytes(p.memory.dramBytes)}`],
    ['hits', `L1 ${formatShare(p.memory.l1HitRate)}, L2 ${formatShare(p.memory.l2HitRate)}`],
    ['instructions', `${formatCount(p.instructions.perWarp)} per warp`],
    ['launch', formatTime(p.launchNs)],
  ];
  const items = rows.map(([name, value]) =>
    make('div', {}, make('dt', { textContent: name }), make('dd', { textContent: value })),
  );
  return make('dl', { className: 'facts' }, ...items);
}

export function showDiagnosis(diagnosis: Diagnosis): void {
  showPrediction(diagnosis, limitOf(diagnosis));
  const steps = diagnosis.advice.map(step);
  const causes = diagnosis.causes.map(({ text }) => make('li', {}, withCode(text)));
  fill('steps', [
    make('h2', { textContent: 'What to do' }),
    steps.length > 0 ? make('ol', { className: 'steps' }, ...steps) : make('p', { textContent: NO_STEP }),
    ...(causes.length > 0 ? [make('h3', { textContent: 'Why' }), make('ul', {}, ...causes)] : []),
  ]);
  const rows = hangsOn(diagnosis).map(({ label, elasticity }) => ({
    label,
    value: elasticity,
    shown: `${(elasticity * 10).toFixed(1).replace('-', '−')} %`,
  }));
  fill('hangs-on', [
    make('h2', { textContent: 'What the time hangs on' }),
    make('p', {
      className: 'note',
      textContent: '10 % of each changes the time by',
    }),
    bars('What the time hangs on', rows),
  ]);
}

/** Numbers of the device, then what is none: the largest first. */
function hangsOn(diagnosis: Diagnosis): { readonly label: string; readonly elasticity: number }[] {
  const least = Math.max(LEAST_ELASTICITY, diagnosis.noise);
  const parameters = diagnosis.sensitivities.filter(({ elasticity }) => elasticity >= least);
  const factors = otherFactors(diagnosis, parameters).filter(
    ({ elasticity }) => Math.abs(elasticity) >= LEAST_ELASTICITY,
  );
  return [
    ...parameters.map((each) => ({ label: parameterName(each, diagnosis), elasticity: each.elasticity })),
    ...factors.map(({ name, elasticity }) => ({ label: name, elasticity })),
  ].slice(0, MOST_ROWS);
}

function step({ title, why, expectedSpeedup, experiment, fix }: Advice): HTMLElement {
  const edit = fix
    ? make('details', {}, make('summary', { textContent: 'The edit' }), diffView(fix.diff, 'The edit'))
    : undefined;
  return make(
    'li',
    {},
    make('b', { className: 'gain', textContent: speedup(expectedSpeedup) }),
    ' ',
    withCode(title),
    make('small', {}, withCode(`${why}. In the model: ${experiment}.`)),
    edit,
  );
}

/** @param goTo shows the place of a problem */
export function showProblems(problems: readonly Problem[], goTo: (problem: Problem) => void): void {
  const items = problems.map((problem) => {
    const { message, severity, notes, place } = problem;
    const where = place
      ? make('button', {
          type: 'button',
          className: 'link',
          textContent: 'Show',
          onclick: () => goTo(problem),
        })
      : undefined;
    const kind = severity === 'warning' ? 'Warning' : severity === 'unsupported' ? 'Not covered' : 'Error';
    return make(
      'li',
      { className: severity },
      make('b', { textContent: `${kind}: ` }),
      [message, ...notes].join('; '),
      ' ',
      where,
    );
  });
  fill('problems', items.length > 0 ? [make('ul', { className: 'problems' }, ...items)] : []);
}

/** What an answer that is no longer true of the text leaves behind. */
export function clearAnswer(): void {
  part('answer').replaceChildren(
    make(
      'p',
      { className: 'time' },
      make('b', { textContent: '–' }),
      make('span', { textContent: 'no prediction' }),
    ),
  );
  for (const id of ['steps', 'hangs-on', 'what-if', 'devices', 'measured']) part(id).hidden = true;
}

/** A part is not there while it has nothing to show. */
export function fill(id: string, children: readonly Node[]): void {
  const place = part(id);
  refill(place, children);
  place.hidden = children.length === 0;
}
