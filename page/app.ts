// An app that was opened: when each of its dispatches runs, and what it takes; one of them can be chosen for the editors.

import type { AppPrediction, DispatchPrediction } from '../src/app/prediction.ts';
import type { Profile } from '../src/profile/profile.ts';
import { describeBottleneck } from '../src/report/limit-words.ts';
import { formatShare, formatTime, formatTimeRange } from '../src/report/units.ts';
import { fill } from './answer.ts';
import type { Document } from './document.ts';
import { make } from './dom.ts';
import type { OpenedFile, Problem } from './messages.ts';
import type { Model } from './model.ts';
import { table } from './table.ts';

/** Rows that a page shows at once; kernels tell the rest. */
const MOST_ROWS = 400;

export class AppPanel {
  private readonly model: Model;
  private readonly open: (document: Document) => void;
  private files: readonly OpenedFile[] | undefined;
  private profile: Profile | undefined;
  private prediction: AppPrediction | undefined;
  private chosen: number | undefined;

  /** @param open puts a dispatch into the editors */
  constructor(model: Model, open: (document: Document) => void) {
    this.model = model;
    this.open = open;
  }

  take(files: readonly OpenedFile[], profile: Profile): void {
    this.files = files;
    this.prediction = undefined;
    this.predict(profile);
  }

  /** The same app on the device that was chosen. */
  show(profile: Profile): void {
    if (this.files && profile !== this.profile) this.predict(profile);
  }

  private predict(profile: Profile): void {
    this.profile = profile;
    this.chosen = undefined;
    this.say('opening the app');
    this.model.ask({ kind: 'app', files: this.files!, profile }, (answer) => {
      if (answer.kind === 'progress') this.say(answer.text);
      if (answer.kind === 'failed') this.refuse(answer.problems);
      if (answer.kind !== 'app') return;
      this.prediction = answer.prediction;
      this.render();
    });
  }

  private close(): void {
    this.model.stop();
    this.files = undefined;
    fill('app', []);
  }

  private head(...children: (Node | undefined)[]): HTMLElement {
    const close = make('button', {
      type: 'button',
      textContent: 'Close the app',
      onclick: () => this.close(),
    });
    return make(
      'div',
      { className: 'head' },
      make('h2', { textContent: this.prediction?.name ?? 'App' }),
      ...children,
      make('span', { className: 'space' }),
      close,
    );
  }

  private say(text: string): void {
    const state = make('span', {
      className: 'note',
      textContent: `${text} …`,
      attributes: { role: 'status' },
    });
    fill('app', [this.head(state)]);
  }

  private refuse(problems: readonly Problem[]): void {
    const items = problems.map(({ message, notes }) =>
      make('li', { textContent: [message, ...notes].join('; ') }),
    );
    const list = make('ul', { className: 'problems', attributes: { role: 'alert' } }, ...items);
    if (this.prediction) this.render(list);
    else fill('app', [this.head(), list]);
  }

  private render(...notes: readonly Node[]): void {
    const app = this.prediction!;
    const { profile, timeNs, errorBandNs, dispatches, warnings, skipped } = app;
    const shown = dispatches.slice(0, MOST_ROWS);
    const left = dispatches.length - shown.length;
    const remarks = [
      ...(left > 0 ? [`${left} more dispatches are not shown.`] : []),
      ...(skipped.length > 0 ? [`Left out: ${skipped.join(', ')}.`] : []),
      ...warnings,
    ];
    fill('app', [
      this.head(
        make(
          'span',
          { className: 'changed' },
          make('b', { textContent: formatTime(timeNs) }),
          ` on ${profile}, likely ${formatTimeRange(...errorBandNs)}: ${counted(dispatches.length, 'dispatch', 'dispatches')} of ${counted(app.kernels.length, 'kernel', 'kernels')}`,
        ),
      ),
      ...notes,
      table(
        'Dispatches',
        ['dispatch', 'workgroups', 'submit and pass', 'takes', 'of all', 'limit', 'when'],
        shown.map((each, at) => this.row(each, at)),
      ),
      ...remarks.map((textContent) => make('p', { className: 'note', textContent })),
    ]);
  }

  private row(each: DispatchPrediction, at: number): (Node | string)[] {
    const { timeNs } = this.prediction!;
    const name = make('button', {
      type: 'button',
      className: 'link',
      textContent: each.name,
      title: 'Into the editors',
      onclick: () => this.choose(at),
      attributes: at === this.chosen ? { 'aria-current': 'true' } : {},
    });
    const share = (ns: number) => `${((100 * ns) / timeNs).toFixed(3)}%`;
    const bar = make('i', {
      className: 'fill',
      attributes: { style: `left:${share(each.startNs)};right:auto;width:${share(each.workNs)}` },
    });
    const title = `from ${formatTime(each.startNs)} on, ${formatTime(each.gapNs)} after what was before`;
    return [
      name,
      each.dispatch.join(' × '),
      `${each.submit + 1}.${each.pass + 1}`,
      formatTime(each.workNs),
      formatShare(each.workNs / timeNs),
      describeBottleneck(each.bottleneck),
      make('span', { className: 'track when', title }, bar),
    ];
  }

  private choose(at: number): void {
    this.model.askAlso({ kind: 'dispatch', at }, (answer) => {
      if (answer.kind === 'failed') this.refuse(answer.problems);
      if (answer.kind !== 'opened') return;
      this.chosen = at;
      this.render();
      this.open(answer.document);
    });
  }
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
