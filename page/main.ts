// The page: what is edited on the left, what the model makes of it on the right.

import type { Diagnosis } from '../src/analyze/diagnosis.ts';
import type { Prediction } from '../src/predict/prediction.ts';
import { DEFAULT_PROFILE } from '../src/profile/default-profile.ts';
import { jsonText } from '../src/report/json.ts';
import { addressOf, type Shown, shownBy } from './address.ts';
import { clearAnswer, fill, showDiagnosis, showPrediction, showProblems } from './answer.ts';
import { AppPanel } from './app.ts';
import { compilerVerdict } from './browser-compiler.ts';
import { CalibrationPanel } from './calibrated.ts';
import { colourButton } from './colours.ts';
import { showCompared, type Version } from './compared.ts';
import { deviceGroups, nameThisGpu } from './device-choice.ts';
import { type OnDevice, showDevices } from './devices.ts';
import { type Document, nameOf, pasted } from './document.ts';
import { make, part, setBusy } from './dom.ts';
import { type Editor, editor, goTo, load, setProblems, setText } from './editor.ts';
import { setHeat } from './heat.ts';
import { entryPointIn, type LaunchFacts } from './launch-fields.ts';
import { LaunchForm } from './launch-form.ts';
import { showMachineCode } from './machine-code.ts';
import { showMeasured, showMeasuring, showUnmeasured } from './measured.ts';
import { whyNotMeasured } from './measuring-here.ts';
import type { Answer, OpenedFile, Problem, Profiles } from './messages.ts';
import { Model } from './model.ts';
import { areApp, chosenFiles, takeFiles, withFiles } from './opened-files.ts';
import { ownProfiles } from './own-profiles.ts';
import { replacements } from './replaced.ts';
import { SearchPanel } from './searched.ts';
import { tabs } from './tabs.ts';
import { assignments, WhatIfSliders } from './what-if.ts';

/** Somebody who types makes pauses longer than this. */
const PAUSE_MS = 250;

/** After the first answer. */
const OFFLINE_MS = 4000;

const FIRST_EXAMPLE = 'matmul-tiled.json';

/** Parts that a prediction fills, and those that its diagnosis does. */
const PREDICTED = ['answer'];
const DIAGNOSED = ['steps', 'hangs-on', 'what-if', 'compared', 'machine-code'];

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
  /** What the form is told beside the text. */
  private facts: LaunchFacts = { bindings: [], problems: [] };
  private problems: { readonly model: readonly Problem[]; readonly compiler: readonly Problem[] } = {
    model: [],
    compiler: [],
  };
  private isGpuOffered = false;
  /** By the browser's compiler: then the model's word does not count. */
  private isRefused = false;
  private readonly onDevices = new Map<string, OnDevice>();
  /** Questions so far. */
  private asked = 0;
  private pause: ReturnType<typeof setTimeout> | undefined;

  constructor({ model, examples, profiles }: Given, shown: Shown) {
    this.model = model;
    this.examples = examples;
    this.builtIn = profiles;
    this.shown = shown;
    this.shader = editor(
      part('shader'),
      'wgsl',
      'Shader',
      (shader, replaced) => {
        if (replaced) this.replaced(shader, replaced.document);
        else this.edited({ shader });
      },
      replacements(() => this.shown.document),
    );
    this.launch = editor(part('launch'), 'json', 'Launch file', (launch) => this.edited({ launch }));
    this.form = new LaunchForm(
      (launch) => {
        setText(this.launch, launch);
        this.edited({ launch });
      },
      (entryPoint) => this.draft(entryPoint),
    );
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
    part<HTMLSelectElement>('device').replaceChildren(...deviceGroups(this.builtIn, this.own));
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
      make('option', { value: '', textContent: 'your own', hidden: true }),
      ...this.examples.map((each) => make('option', { value: each.launchName, textContent: nameOf(each) })),
    );
    example.onchange = () => {
      const document = this.examples.find(({ launchName }) => launchName === example.value);
      if (document) this.show({ ...this.shown, document });
    };
    const device = part<HTMLSelectElement>('device');
    this.listDevices();
    device.onchange = () => this.choose(device.value);
    void nameThisGpu(this.builtIn, (profile) => this.choose(profile));
    const files = part<HTMLInputElement>('files');
    part('open').onclick = () => files.click();
    files.onchange = () => this.take(chosenFiles(files.files));
    const folder = part<HTMLInputElement>('folder');
    part('open-folder').onclick = () => folder.click();
    folder.onchange = () => this.take(chosenFiles(folder.files));
    takeFiles(part('drop'), (dropped) => this.take(dropped));
    part('draft').onclick = () => this.draft(entryPointIn(this.shown.document.launch));
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
    this.compile();
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
    part<HTMLSelectElement>('device').value = shown.profile;
    load(this.shader, shown.document.shader);
    this.open(shown.document);
  }

  /** Another document, whose shader its editor has. */
  private open(document: Document): void {
    this.shown = { ...this.shown, document };
    load(this.launch, document.launch);
    part('shader-name').textContent = document.shaderName;
    part('launch-name').textContent = document.launchName;
    this.form.forget();
    this.facts = { bindings: [], problems: [] };
    this.shader.dispatch({ effects: setHeat.of([]) });
    this.onDevices.clear();
    clearAnswer();
    this.ask();
  }

  /** @param former the document that undoing has brought back */
  private replaced(shader: string, former: Document | undefined): void {
    // A paste leaves the cursor at its end.
    if (!former) goTo(this.shader, 0);
    this.open({ ...(former ?? pasted(shader)), shader });
  }

  private edited(texts: Partial<Document>): void {
    this.shown = { ...this.shown, document: { ...this.shown.document, ...texts } };
    // Problems have their places in another text.
    this.showForm({ ...this.facts, problems: [] });
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.ask(), PAUSE_MS);
  }

  private choose(profile: string): void {
    part<HTMLSelectElement>('device').value = profile;
    this.shown = { ...this.shown, profile };
    this.app.show(this.profiles[profile]);
    this.ask();
  }

  private showForm(facts: LaunchFacts): void {
    this.facts = facts;
    this.form.show(this.shown.document.launch, facts);
  }

  private ask(): void {
    clearTimeout(this.pause);
    const { document: shown, profile } = this.shown;
    const isExample = this.examples.includes(shown);
    part<HTMLSelectElement>('example').value = isExample ? shown.launchName : '';
    this.showForm({ ...this.facts, problems: [] });
    document.documentElement.dataset['asked'] = String(++this.asked);
    this.say('computing', 'Predicting …');
    setBusy([...PREDICTED, ...DIAGNOSED, 'devices'], true);
    this.forgetAnswer();
    this.problems = { model: [], compiler: [] };
    this.isRefused = false;
    if (this.isGpuOffered) this.compile();
    if (shown.launch.trim() === '') this.draft();
    else
      this.model.ask({ kind: 'diagnose', document: shown, profile: this.profiles[profile] }, (answer) =>
        this.hear(answer),
      );
    this.link();
  }

  /** What can be done with an answer cannot be until there is another. */
  private forgetAnswer(): void {
    this.prediction = undefined;
    this.version = undefined;
    this.allow();
    this.others.stop();
    this.stopMeasuring();
    this.search.hide();
  }

  private hear(answer: Answer): void {
    this.offerGpu();
    switch (answer.kind) {
      case 'read':
        this.showForm({ ...this.facts, numbers: answer.numbers, entryPoints: answer.entryPoints });
        break;
      case 'predicted':
        this.facts = { ...this.facts, bindings: answer.bindings };
        this.problems = { ...this.problems, model: answer.problems };
        this.showProblems();
        if (!this.isRefused) this.showPredicted(answer);
        break;
      case 'diagnosed':
        if (!this.isRefused) this.showDiagnosed(answer);
        break;
      case 'failed':
        this.problems = { ...this.problems, model: answer.problems };
        this.showProblems();
        this.fail('No prediction: see the problems.');
        break;
    }
  }

  private showPredicted({ prediction }: Extract<Answer, { kind: 'predicted' }>): void {
    this.prediction = prediction;
    this.allow();
    showPrediction(prediction);
    setBusy(PREDICTED, false);
    this.say('predicted', 'Looking for what the time hangs on …');
    this.askDevices();
  }

  private showDiagnosed({ diagnosis, lines, code }: Extract<Answer, { kind: 'diagnosed' }>): void {
    showDiagnosis(diagnosis);
    this.shader.dispatch({ effects: setHeat.of(lines) });
    showMachineCode(code);
    this.sliders.show(this.shown.changes);
    this.askWhatIf();
    this.version = { shown: this.shown, diagnosis };
    this.compare();
    setBusy(DIAGNOSED, false);
    this.search.show();
    this.allow();
    this.sayDone(diagnosis);
  }

  /** There is no answer, or none that holds. */
  private fail(text: string): void {
    this.forgetAnswer();
    clearAnswer();
    setBusy(PREDICTED, false);
    showMachineCode(undefined);
    this.shader.dispatch({ effects: setHeat.of([]) });
    this.say('failed', text);
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
    const { profiles } = this;
    const show = () => showDevices([...this.onDevices.values()], profile, (name) => this.choose(name));
    for (const name of this.onDevices.keys()) if (!(name in profiles)) this.onDevices.delete(name);
    this.others.ask({ kind: 'devices', document, profiles }, (answer) => {
      if (answer.kind === 'done') setBusy(['devices'], false);
      if (answer.kind !== 'device') return;
      this.onDevices.set(answer.profile, answer);
      show();
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
  private draft(entryPoint?: string): void {
    const { document } = this.shown;
    this.model.ask({ kind: 'draft', document, entryPoint }, (answer) => {
      if (answer.kind === 'failed') this.hear(answer);
      if (answer.kind !== 'drafted') return;
      const put = document.launch.trim() === '' ? load : setText;
      put(this.launch, answer.launch);
      this.shown = { ...this.shown, document: { ...this.shown.document, launch: answer.launch } };
      this.ask();
    });
  }

  private async take(files: readonly OpenedFile[]): Promise<void> {
    if (files.length === 0) return;
    if (await areApp(files)) {
      this.app.take(files, this.profiles[this.shown.profile]);
      return;
    }
    this.show({ ...this.shown, document: await withFiles(this.shown.document, files) });
  }

  /** What the browser's compiler refuses runs nowhere, even where the model can read it. */
  private async compile(): Promise<void> {
    const { asked } = this;
    const { problems, note } = await compilerVerdict(this.shown.document);
    if (asked !== this.asked) return;
    part('shader-note').textContent = note;
    this.problems = { ...this.problems, compiler: problems };
    this.isRefused = problems.some(({ severity }) => severity === 'invalid');
    this.showProblems();
    if (this.isRefused) this.fail('No prediction: this browser’s compiler refuses the shader.');
  }

  private showProblems(): void {
    const { model, compiler } = this.problems;
    // Both say the same of most errors.
    const isKnown = ({ place }: Problem) =>
      compiler.some((each) => each.place && each.place.start === place?.start);
    const all = [
      ...new Map([...compiler, ...model.filter((each) => !isKnown(each))].map(byMessage)).values(),
    ];
    setProblems(this.shader, 'shader', all);
    setProblems(this.launch, 'launch', all);
    this.showForm({ ...this.facts, problems: all });
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

/** What is said of several places, or by several parts of the model, is said once. */
const byMessage = (problem: Problem) => [problem.message, problem] as const;

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
