// The search for a faster configuration: its budget, how far it is, and what it found as a difference of texts.

import { unifiedDiff } from '../src/analyze/diff.ts';
import { speedup } from '../src/report/diagnosis-words.ts';
import { formatTime } from '../src/report/units.ts';
import { fill } from './answer.ts';
import { diffView } from './diff.ts';
import type { Document } from './document.ts';
import { make } from './dom.ts';
import type { Found, Problem, Profiles, Question } from './messages.ts';
import type { Model } from './model.ts';
import { progressLine } from './progress.ts';
import { table } from './table.ts';

/** What the command takes unless told. */
const BUDGET = 60;
const MOST_BUDGET = 5000;

export interface Searched {
  readonly document: Document;
  readonly profile: Profiles[string];
}

export class SearchPanel {
  private readonly model: Model;
  private readonly current: () => Searched;
  private readonly take: (document: Document) => void;
  private readonly budget = make('input', {
    type: 'number',
    min: '1',
    max: String(MOST_BUDGET),
    value: String(BUDGET),
  });

  /** @param take puts what was found into the editors */
  constructor(model: Model, current: () => Searched, take: (document: Document) => void) {
    this.model = model;
    this.current = current;
    this.take = take;
  }

  /** Before a search; whatever was found is of another text. */
  show(): void {
    this.model.stop();
    this.fill([]);
  }

  /** There is nothing to search. */
  hide(): void {
    this.model.stop();
    fill('search', []);
  }

  private fill(results: readonly Node[]): void {
    const start = make('button', { type: 'button', textContent: 'Search', onclick: () => this.start() });
    const label = make(
      'label',
      { className: 'choice' },
      make('span', { textContent: 'Predictions, at most' }),
    );
    label.append(this.budget);
    fill('search', [
      make('h2', { textContent: 'Search for a faster configuration' }),
      make('div', { className: 'head' }, label, start),
      ...results,
    ]);
  }

  private start(): void {
    const asked = Math.round(Number(this.budget.value));
    const budget = Math.min(MOST_BUDGET, Math.max(1, asked || BUDGET));
    this.budget.value = String(budget);
    const { document, profile } = this.current();
    const question: Question = { kind: 'search', document, profile, budget };
    const { line, say } = progressLine('looking at what can be varied', () => this.show());
    fill('search', [make('h2', { textContent: 'Search for a faster configuration' }), line]);
    this.model.ask(question, (answer) => {
      if (answer.kind === 'progress') say(answer.text);
      if (answer.kind === 'failed') this.fill(refusal(answer.problems));
      if (answer.kind === 'found') this.fill(this.result(answer.found, document));
    });
  }

  private result(found: Found, document: Document): HTMLElement[] {
    const effort = make('p', { className: 'note', textContent: effortOf(found) });
    if (found.isBase)
      return [make('p', { textContent: 'Nothing was found that is surely faster than it is.' }), effort];
    const take = make('button', { type: 'button', textContent: 'Take it' });
    take.title = 'Into the editors; what was there is kept to compare with';
    take.onclick = () => this.take(found.document);
    const diffs = (['shader', 'launch'] as const).flatMap((text) => {
      const diff = unifiedDiff(document[text], found.document[text]);
      const name = text === 'shader' ? 'Shader' : 'Launch file';
      return diff === ''
        ? []
        : [make('h3', { textContent: name }), diffView(diff, `${name}: what was found`)];
    });
    const rows = found.changes.map(({ name, from, to }) => [name, from, to]);
    return [
      make('p', { className: 'changed' }, ...gain(found)),
      effort,
      table('What differs', ['', 'as it is', 'found'], rows),
      ...diffs,
      make('div', { className: 'actions' }, take),
    ];
  }
}

function gain({ baseNs, bestNs, expectedGain }: Found): (Node | string)[] {
  if (baseNs === undefined) return [make('b', { textContent: formatTime(bestNs) })];
  const times = `: ${formatTime(baseNs)} as it is, ${formatTime(bestNs)} found`;
  const doubt = expectedGain
    ? `; expect ${speedup(expectedGain.gain)} (${speedup(expectedGain.low)} to ${speedup(expectedGain.high)})`
    : '';
  return [make('b', { textContent: `${speedup(baseNs / bestNs)} as fast` }), times, doubt];
}

function effortOf({ evaluations, points, refused, isWhole }: Found): string {
  const no = refused > 0 ? `, ${refused} refused` : '';
  return `${evaluations} kernels predicted for ${points} configurations${no}${isWhole ? ', which are all' : ''}. Nothing was run.`;
}

function refusal(problems: readonly Problem[]): HTMLElement[] {
  const items = problems.map(({ message, notes }) =>
    make('li', { textContent: [message, ...notes].join('; ') }),
  );
  return [make('ul', { className: 'problems' }, ...items)];
}
