// The GPU of this machine as a device of its own: made from microbenchmarks, kept in the browser, downloaded, removed.

import { profileFileText } from '../src/profile/format.ts';
import type { Profile } from '../src/profile/profile.ts';
import { fill } from './answer.ts';
import { make } from './dom.ts';
import type { Answer, Problem, Profiles } from './messages.ts';
import type { Model } from './model.ts';
import { keepProfiles } from './own-profiles.ts';
import { progressLine } from './progress.ts';

type Calibrated = Extract<Answer, { kind: 'calibrated' }>;

export interface Devices {
  readonly builtIn: Profiles;
  own(): Profiles;
  /** What a calibration begins with. */
  chosen(): Profile;
  /** Makes these the ones that were calibrated here. @param choose becomes the device of the page */
  change(own: Profiles, choose: string | undefined): void;
}

export class CalibrationPanel {
  private readonly model: Model;
  private readonly devices: Devices;
  /** Only what is there can be removed, but also where nothing can be measured. */
  private readonly canMeasure: boolean;

  constructor(model: Model, devices: Devices, canMeasure: boolean) {
    this.model = model;
    this.devices = devices;
    this.canMeasure = canMeasure;
  }

  show(results: readonly Node[] = []): void {
    const own = Object.values(this.devices.own());
    if (!this.canMeasure && own.length === 0) {
      fill('own-devices', []);
      return;
    }
    const words =
      'Measures the GPU of this machine for about a minute and makes a device of it. What cannot be measured stays as the chosen device has it: choose the nearest one before.';
    const start = make('button', { type: 'button', textContent: 'Calibrate', onclick: () => this.start() });
    fill('own-devices', [
      make('h2', { textContent: 'This GPU as a device' }),
      ...(this.canMeasure
        ? [make('p', { className: 'note', textContent: words }), make('div', { className: 'actions' }, start)]
        : []),
      ...results,
      ...(own.length > 0 ? [make('ul', { className: 'own' }, ...own.map((each) => this.row(each)))] : []),
    ]);
  }

  private row(profile: Profile): HTMLElement {
    const { name } = profile;
    const save = make('a', {
      download: `${name}.json`,
      textContent: 'Download',
      href: `data:application/json,${encodeURIComponent(profileFileText(profile))}`,
      attributes: { 'aria-label': `Download ${name}` },
    });
    const remove = make('button', {
      type: 'button',
      className: 'link',
      textContent: 'Remove',
      attributes: { 'aria-label': `Remove ${name}` },
      onclick: () => {
        const { [name]: _, ...rest } = this.devices.own();
        keepProfiles(rest);
        this.devices.change(rest, undefined);
        this.show();
      },
    });
    return make('li', {}, `${name} `, save, ' ', remove);
  }

  private start(): void {
    const { line, say } = progressLine('opening the GPU', () => {
      this.model.stop();
      this.show();
    });
    fill('own-devices', [make('h2', { textContent: 'This GPU as a device' }), line]);
    this.model.ask({ kind: 'calibrate', profile: this.devices.chosen() }, (answer) => {
      if (answer.kind === 'progress') say(answer.text);
      if (answer.kind === 'failed') this.show(refusal(answer.problems));
      if (answer.kind === 'calibrated') this.take(answer);
    });
  }

  private take(answer: Calibrated): void {
    const { profile, device, set, asked, problems, isSoftware } = answer;
    // A built-in one stays what it is.
    const name = profile.name in this.devices.builtIn ? `${profile.name}-here` : profile.name;
    const own = { ...this.devices.own(), [name]: { ...profile, name } };
    const isKept = keepProfiles(own);
    this.devices.change(own, name);
    const notes = [
      `${set} of ${asked} numbers of ${name} were measured on ${device}; the others are those of the device that was chosen.`,
      ...(isSoftware ? ['The browser runs WebGPU on the processor: this describes no GPU.'] : []),
      ...(isKept ? [] : ['This browser keeps nothing: download it, it is gone when the page is closed.']),
      ...problems,
    ];
    this.show(notes.map((textContent) => make('p', { textContent })));
  }
}

function refusal(problems: readonly Problem[]): HTMLElement[] {
  return problems.map(({ message, notes }) => make('p', { textContent: [message, ...notes].join('; ') }));
}
