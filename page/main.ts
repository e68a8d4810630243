// The page: what is edited on the left, what the model makes of it on the right.

import type { Diagnosis } from '../src/analyze/diagnosis.ts';
import type { Prediction } from '../src/predict/prediction.ts';
import { DEFAULT_PROFILE } from '../src/profile/default-profile.ts';
import { jsonText } from '../src/report/json.ts';
import { addressOf, type Shown, shownBy } from './address.ts';
import { clearAnswer, fill, showDiagnosis, showPrediction, showProblems } from './answer.ts';
import { AppPanel } from './app.ts';
import { compilerProblems } from './browser-compiler.ts';
import { CalibrationPanel } from './calibrated.ts';
import { colourButton } from './colours.ts';
import { showCompared, type Version } from './compared.ts';
import { type OnDevice, showDevices } from './devices.ts';
import { type Document, nameOf } from './document.ts';
import { make, part } from './dom.ts';
import { type Editor, editor, goTo, setProblems, setText } from './editor.ts';
import { setHeat } from './heat.ts';
import { LaunchForm } from './launch-form.ts';
import { showMachineCode } from './machine-code.ts';
import { showMeasured, showMeasuring, showUnmeasured } from './measured.ts';
import { whyNotMeasured } from './measuring-here.ts';
import type { Answer, BindingFacts, OpenedFile, Problem, Profiles } from './messages.ts';
import { Model } from './model.ts';
import { areApp, chosenFiles, takeFiles, withFiles } from './opened-files.ts';
import { ownProfiles } from './own-profiles.ts';
import { SearchPanel } from './searched.ts';
import { tabs } from './tabs.ts';
import { assignments, WhatIfSliders } from './what-if.ts';

/** Somebody who types makes pauses longer than this. */
const PAUSE_MS = 250;

/** After the first answer. */
const OFFLINE_MS = 4000;

const FIRST_EXAMPLE = 'matmul-tiled.json';

/** What is there from the start. */
interface Given {
  readonly model: Model;
  readonly examples: readonly Document[];
  readonly profiles: Profiles;
}

class Page {
  private readonly examples: readonly Document[];
  private readonly builtIn: Profiles;
  /** Calibrated here. */
  private own: Profiles = ownProfiles();
  private readonly model: Model;
  /** Has a worker of its own, so that the sliders need not wait for other devices. */
  private readonly others = new Model();
  /** Owns the GPU while something is measured. */
  private readonly gpu = new Model();
  private readonly calibration = new Model();
  private readonly shader: Editor;
  private readonly launch: Editor;
  private readonly form: LaunchForm;
  private readonly sliders: WhatIfSliders;
  private readonly search: SearchPanel;
  private readonly app = new AppPanel(new Model(), (document) => this.show({ ...this.shown, document }));
  private shown: Shown;
  private prediction: Prediction | undefined;
  /** What is shown, once its diagnosis is there. */
  private version: Version | undefined;
  private kept: Version | undefined;
  private readonly keep = make('button', { type: 'button', textContent: 'Keep this version' });
  private readonly measures = make('button', { type: 'button', textContent: 'Measure here' });
  private bindings: readonly BindingFacts[] = [];
  private problems: { readonly model: readonly Problem[]; readonly compiler: readonly Problem[] } = {
    model: [],
    compiler: [],
  };
  private isGpuOffered = false;
  /** Questions so far. */
  private asked = 0;
  private pause: ReturnType<typeof setTimeout> | undefined;

  constructor({ model, examples, profiles }: Given, shown: Shown) {
    this.model = model;
    this.examples = examples;
    this.builtIn = profiles;
    this.shown = shown;
    this.shader = editor(part('shader'), 'wgsl', 'Shader', (shader) => this.edited({ shader }));
    this.launch = editor(part('launch'), 'json', 'Launch file', (launch) => this.edited({ launch }));
    this.form = new LaunchForm((launch) => {
      setText(this.launch, launch);
      this.edited({ launch });
    });
    this.search = new SearchPanel(
      new Model(),
      () => ({ document: this.shown.document, profile: this.profiles[this.shown.profile] }),
      (found) => this.takeFound(found),
    );
    this.sliders = new WhatIfSliders((changes) => {
      this.shown = { ...this.shown, changes };
      this.askWhatIf();
      this.link();
    });
    this.controls();
    this.show(shown);
  }

  private get profiles(): Profiles {
    return { ...this.builtIn, ...this.own };
  }

  private listDevices(): void {
    part<HTMLSelectElement>('device').replaceChildren(
      ...Object.keys(this.profiles).map((name) => make('option', { textContent: name })),
    );
  }

  /** @param choose becomes the device; where the one that was is gone, that is the default one */
  private changeOwn(own: Profiles, choose: string | undefined): void {
    this.own = own;
    this.listDevices();
    const { profile } = this.shown;
    this.choose(choose ?? (profile in this.profiles ? profile : DEFAULT_PROFILE));
  }

  private controls(): void {
    const example = part<HTMLSelectElement>('example');
    example.append(
      ...this.examples.map((each) => make('option', { value: each.launchName, textContent: nameOf(each) })),
    );
    example.onchange = () => {
      const document = this.examples.find(({ launchName }) => launchName === example.value);
      if (document) this.show({ ...this.shown, document });
    };
    const device = part<HTMLSelectElement>('device');
    this.listDevices();
    device.onchange = () => this.choose(device.value);
    const files = part<HTMLInputElement>('files');
    part('open').onclick = () => files.click();
    files.onchange = () => this.take(chosenFiles(files.files));
    const folder = part<HTMLInputElement>('folder');
    part('open-folder').onclick = () => folder.click();
    folder.onchange = () => this.take(chosenFiles(folder.files));
    takeFiles(part('drop'), (dropped) => this.take(dropped));
    part('draft').onclick = () => this.draft();
    part('link').onclick = () => this.copyLink();
    this.actions();
    colourButton(part('colours'));
    tabs(['form-tab', 'text-tab'], () => this.launch.requestMeasure());
    tabs(['source-tab', 'code-tab'], () => this.shader.requestMeasure());
    addEventListener('hashchange', async () => {
      const shown = await shownBy(location.hash.slice(1), this.examples);
      if (shown) this.show(shown);
    });
  }

  /** What can be done with what is shown. */
  private actions(): void {
    const { keep, measures } = this;
    keep.title = 'What is changed from then on is compared with it';
    keep.onclick = () => {
      this.kept = this.version;
      this.compare();
    };
    measures.title = 'Runs the kernel on the GPU of this machine';
    measures.onclick = () => this.measure();
    part('actions').append(keep);
  }

  /** What needs the GPU: looked for once the first answer is there, which it would delay. */
  private async offerGpu(): Promise<void> {
    if (this.isGpuOffered) return;
    this.isGpuOffered = true;
    const why = await whyNotMeasured();
    const note = make('p', { className: 'note', textContent: why ?? '' });
    part('actions').append(why === undefined ? this.measures : note);
    const devices = {
      builtIn: this.builtIn,
      own: () => this.own,
      chosen: () => this.profiles[this.shown.profile],
      change: (own: Profiles, choose: string | undefined) => this.changeOwn(own, choose),
    };
    new CalibrationPanel(this.calibration, devices, why === undefined).show();
  }

  /** Lets those things be done that can be. */
  private allow(): void {
    this.keep.disabled = this.version === undefined;
    this.measures.disabled = this.prediction === undefined;
  }

  private compare(): void {
    const { kept, version } = this;
    if (!kept || !version) {
      fill('compared', []);
      return;
    }
    const forget = () => {
      this.kept = undefined;
      this.compare();
    };
    showCompared(kept, version, { back: () => this.show(kept.shown), forget });
  }

  /** All of it anew: an example, a link, opened files. */
  private show(shown: Shown): void {
    this.shown = shown;
    const { document, profile } = shown;
    setText(this.shader, document.shader);
    setText(this.launch, document.launch);
    part('shader-name').textContent = document.shaderName;
    part('launch-name').textContent = document.launchName;
    part<HTMLSelectElement>('device').value = profile;
    this.bindings = [];
    this.shader.dispatch({ effects: setHeat.of([]) });
    clearAnswer();
    this.ask();
  }

  private edited(texts: Partial<Document>): void {
    this.shown = { ...this.shown, document: { ...this.shown.document, ...texts } };
    this.form.show(this.shown.document.launch, this.bindings);
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.ask(), PAUSE_MS);
  }

  private choose(profile: string): void {
    part<HTMLSelectElement>('device').value = profile;
    this.shown = { ...this.shown, profile };
    this.app.show(this.profiles[profile]);
    this.ask();
  }

  private ask(): void {
    clearTimeout(this.pause);
    const { document: shown, profile } = this.shown;
    const isExample = this.examples.includes(shown);
    part<HTMLSelectElement>('example').value = isExample ? shown.launchName : '';
    this.form.show(shown.launch, this.bindings);
    document.documentElement.dataset['asked'] = String(++this.asked);
    this.say('computing', 'Predicting …');
    this.prediction = undefined;
    this.version = undefined;
    this.allow();
    this.stopMeasuring();
    this.search.hide();
    this.model.ask({ kind: 'diagnose', document: shown, profile: this.profiles[profile] }, (answer) =>
      this.hear(answer),
    );
    this.link();
  }

  private hear(answer: Answer): void {
    this.offerGpu();
    switch (answer.kind) {
      case 'predicted':
        this.bindings = answer.bindings;
        this.problems = { ...this.problems, model: answer.problems };
        this.showProblems();
        this.prediction = answer.prediction;
        this.allow();
        showPrediction(answer.prediction);
        this.compile(this.shown.document.shader);
        this.form.show(this.shown.document.launch, answer.bindings);
        this.say('predicted', 'Looking for what the time hangs on …');
        this.askDevices();
        break;
      case 'diagnosed':
        showDiagnosis(answer.diagnosis);
        this.shader.dispatch({ effects: setHeat.of(answer.lines) });
        showMachineCode(answer.code);
        this.sliders.show(this.shown.changes);
        this.askWhatIf();
        this.version = { shown: this.shown, diagnosis: answer.diagnosis };
        this.compare();
        this.search.show();
        this.allow();
        this.sayDone(answer.diagnosis);
        break;
      case 'failed':
        this.problems = { ...this.problems, model: answer.problems };
        this.showProblems();
        clearAnswer();
        showMachineCode(undefined);
        this.compile(this.shown.document.shader);
        this.shader.dispatch({ effects: setHeat.of([]) });
        this.say('failed', 'No prediction: see the problems.');
        break;
    }
  }

  private askWhatIf(): void {
    const changes = assignments(this.shown.changes, this.profiles[this.shown.profile]);
    if (changes.length === 0) {
      this.sliders.say(undefined);
      return;
    }
    this.model.askAlso({ kind: 'what-if', changes }, (answer) => {
      if (answer.kind === 'changed') this.sliders.say(answer);
    });
  }

  private askDevices(): void {
    const { document, profile } = this.shown;
    const results: OnDevice[] = [];
    this.others.ask({ kind: 'devices', document, profiles: this.profiles }, (answer) => {
      if (answer.kind !== 'device') return;
      results.push(answer);
      showDevices(results, profile, (name) => this.choose(name));
    });
  }

  private measure(): void {
    const { document } = this.shown;
    const stop = () => this.stopMeasuring();
    showMeasuring('opening the GPU', stop);
    this.gpu.ask({ kind: 'measure', document }, (answer) => {
      if (answer.kind === 'progress') showMeasuring(answer.text, stop);
      if (answer.kind === 'measured') showMeasured(answer.measurement, this.prediction);
      if (answer.kind === 'failed') showUnmeasured(answer.problems);
    });
  }

  /** What a search has found takes the place of what it began with, which is kept. */
  private takeFound(found: Document): void {
    this.kept = this.version;
    this.show({ ...this.shown, document: found });
  }

  private stopMeasuring(): void {
    this.gpu.stop();
    fill('measured', []);
  }

  /** A launch file made from the shader takes the place of the one there is. */
  private draft(): void {
    const { document } = this.shown;
    this.model.ask({ kind: 'draft', document }, (answer) => {
      if (answer.kind === 'failed') this.hear(answer);
      if (answer.kind !== 'drafted') return;
      setText(this.launch, answer.launch);
      this.shown = { ...this.shown, document: { ...document, launch: answer.launch } };
      this.ask();
    });
  }

  private async take(files: readonly OpenedFile[]): Promise<void> {
    if (files.length === 0) return;
    if (await areApp(files)) {
      this.app.take(files, this.profiles[this.shown.profile]);
      return;
    }
    const { document, needsLaunch } = await withFiles(this.shown.document, files);
    this.show({ ...this.shown, document });
    if (needsLaunch) this.draft();
  }

  private async compile(shader: string): Promise<void> {
    const found = await compilerProblems(shader);
    if (shader !== this.shown.document.shader) return;
    part('shader-note').textContent = found ? 'checked by this browser’s compiler' : '';
    this.problems = { ...this.problems, compiler: found ?? [] };
    this.showProblems();
  }

  private showProblems(): void {
    const { model, compiler } = this.problems;
    // Both say the same of most errors.
    const isKnown = ({ place }: Problem) =>
      compiler.some((each) => each.place && each.place.start === place?.start);
    const all = [...compiler, ...model.filter((each) => !isKnown(each))];
    setProblems(this.shader, 'shader', all);
    setProblems(this.launch, 'launch', all);
    showProblems(all, ({ place }) => {
      if (place?.editor === 'launch') part('text-tab').click();
      if (place) goTo(place.editor === 'shader' ? this.shader : this.launch, place.start);
    });
  }

  private say(state: string, text: string): void {
    document.documentElement.dataset['state'] = state;
    part('state').replaceChildren(text);
  }

  private sayDone(diagnosis: Diagnosis): void {
    const save = make('a', {
      download: `${diagnosis.name}.diagnosis.json`,
      textContent: 'All of it as JSON',
      href: `data:application/json,${encodeURIComponent(jsonText(diagnosis))}`,
    });
    this.say('diagnosed', `Predicted in ${Math.round(diagnosis.model.seconds * 1000)} ms. `);
    part('state').append(save);
  }

  private async link(): Promise<void> {
    const address = await addressOf(this.shown, this.examples);
    history.replaceState(null, '', `#${address}`);
  }

  private async copyLink(): Promise<void> {
    await this.link();
    const button = part('link');
    const isCopied = await navigator.clipboard.writeText(location.href).then(
      () => true,
      () => false,
    );
    button.textContent = isCopied ? 'Copied' : 'See the address';
    setTimeout(() => (button.textContent = 'Copy link'), 2000);
  }
}

const model = new Model();
model.start();
const [examples, profiles] = await Promise.all(
  ['examples.json', 'profiles.json'].map((file) => fetch(file).then((answer) => answer.json())),
);
const documents: readonly Document[] = examples.map((each: Document) => ({ ...each, files: {} }));
const first = documents.find(({ launchName }) => launchName === FIRST_EXAMPLE) ?? documents[0];
const linked = await shownBy(location.hash.slice(1), documents);
const given = { model, examples: documents, profiles };
const shown = linked ?? { document: first, profile: DEFAULT_PROFILE, changes: {} };
// Somebody else's link may name a device that was calibrated there.
const isKnown = shown.profile in profiles || shown.profile in ownProfiles();
new Page(given, isKnown ? shown : { ...shown, profile: DEFAULT_PROFILE });
// Last, since it stores all files; without a secure origin there is none.
setTimeout(() => navigator.serviceWorker?.register('offline.js').catch(() => {}), OFFLINE_MS);
