// The steps of an app file as one list of operations: repetitions written out, passes and submits numbered. What
// stands outside of any pass or submit gets one as far as it reaches (docs/apps.md).

import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { excerpt } from '../diagnostics/excerpt.ts';
import { readData, readWords } from '../launch/buffers.ts';
import { type JsonDocument, type JsonValue, MOST_PROBLEMS, type Path } from '../launch/document.ts';
import { Fields } from '../launch/fields.ts';
import { placeOf } from '../launch/launch.ts';
import { readDispatch } from '../launch/parse.ts';
import { type Definition, Scope } from '../launch/scope.ts';
import {
  type AppBinding,
  type AppBuffer,
  type AppSampler,
  type Clear,
  type Copy,
  type Dispatch,
  movedBytes,
  type Operation,
  type Range,
  type Write,
} from './app.ts';
import { type Named, Places } from './places.ts';

type Json = { readonly [key: string]: JsonValue };

/** Far more than a frame has; beyond it a repetition is rather a slip of the pen. */
const MOST_OPERATIONS = 100_000;
const U32_MAX = 4294967295;
const WORD_BYTES = 4;
/** Of the three counts of an indirect dispatch. */
const COUNTS_BYTES = 12;

/** The keys that each kind of step may have beside the one that names it. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  dispatch: ['pipeline', 'name', 'bindings', 'immediates'],
  copy: ['to', 'size', 'name'],
  clear: ['offset', 'size', 'name'],
  write: ['offset', 'size', 'bytesPerRow', 'rowsPerImage', 'data', 'name'],
  repeat: ['steps', 'index', 'name'],
  pass: ['name'],
  submit: ['name'],
  skipped: ['name'],
};
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  dispatch: ['pipeline'],
  copy: ['to'],
  write: ['data'],
  repeat: ['steps'],
};

export interface StepContext {
  readonly document: JsonDocument;
  readonly text: string;
  readonly definitions: readonly Definition[];
  readonly named: Named;
  readonly resolvePath: (path: string) => string;
}

/** The operations in the order of execution. */
export function readSteps(context: StepContext): Outcome<Operation[]> {
  const reader = new StepReader(context);
  const steps = (context.document.value as Json)['steps'] as readonly JsonValue[];
  reader.read(steps, ['steps'], reader.outermost());
  const { operations, diagnostics } = reader;
  return diagnostics.length > 0 ? { diagnostics } : { value: operations, diagnostics: reader.warnings };
}

/** Where steps stand: what they may compute with, and which pass and submit they are in. */
interface Surroundings {
  readonly fields: Fields;
  readonly scope: Scope;
  readonly isInPass: boolean;
  readonly isInSubmit: boolean;
  readonly definitions: readonly Definition[];
}

class StepReader {
  readonly operations: Operation[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly warnings: Diagnostic[] = [];
  private readonly context: StepContext;
  private readonly places: Places;
  /** Rounds of repetitions with an index so far. */
  private rounds = 0;
  private submit = 0;
  private pass = 0;
  /** Whether something stands in the submit, and whether dispatches outside of any pass could join the last. */
  private isSubmitOpen = false;
  private isPassOpen = false;

  constructor(context: StepContext) {
    this.context = context;
    this.places = new Places(context.named);
  }

  outermost(): Surroundings {
    return this.surroundings(this.context.definitions, { isInPass: false, isInSubmit: false });
  }

  read(steps: readonly JsonValue[], path: Path, around: Surroundings): void {
    steps.forEach((step, at) => {
      if (this.diagnostics.length === 0) this.step(step as Json, [...path, at], around);
      this.collect(around);
    });
  }

  private surroundings(
    definitions: readonly Definition[],
    rest: Pick<Surroundings, 'isInPass' | 'isInSubmit'>,
  ): Surroundings {
    const scope = new Scope(this.context.text, definitions);
    const { isInPass, isInSubmit } = rest;
    return { scope, fields: new Fields(this.context.document, scope), definitions, isInPass, isInSubmit };
  }

  private collect({ scope, fields }: Surroundings): void {
    this.diagnostics.push(...scope.diagnostics.splice(0));
    const warnings = fields.warnings.splice(0);
    this.warnings.push(...warnings.slice(0, MOST_PROBLEMS - this.warnings.length));
  }

  private step(step: Json, path: Path, around: Surroundings): void {
    const { fields } = around;
    const kinds = Object.keys(KEYS).filter((kind) => step[kind] !== undefined);
    const [kind] = kinds;
    if (kinds.length !== 1) {
      const found = kinds.length === 0 ? 'it has none of them' : `it has ${kinds.join(' and ')}`;
      fields.wrong('app/step', path, `a step is one of ${Object.keys(KEYS).join(', ')}; ${found}`);
      return;
    }
    const stray = Object.keys(step).find((key) => key !== kind && !KEYS[kind].includes(key));
    if (stray !== undefined) {
      fields.wrong('app/step', [...path, stray], `a ${kind} has no "${stray}"`);
      return;
    }
    const missing = (NEEDED[kind] ?? []).find((key) => step[key] === undefined);
    if (missing !== undefined) {
      fields.wrong('app/step', path, `a ${kind} needs the key "${missing}"`);
      return;
    }
    if (this.operations.length >= MOST_OPERATIONS) {
      fields.wrong('app/too-long', path, `more than ${MOST_OPERATIONS} operations`);
      return;
    }
    const read = {
      repeat: () => this.repeat(step, path, around),
      submit: () => this.submitted(step, path, around),
      pass: () => this.passed(step, path, around),
      dispatch: () => this.dispatch(step, path, around),
      write: () => this.write(step, path, around),
    }[kind];
    if (read) read();
    else this.transfer(kind, step, path, around);
  }

  private repeat(step: Json, path: Path, around: Surroundings): void {
    const { fields } = around;
    const rounds = fields.integer(step['repeat'] as number | string, [...path, 'repeat'], 0, 0, U32_MAX);
    const index = step['index'] as string | undefined;
    const steps = step['steps'] as readonly JsonValue[];
    if (index !== undefined && around.definitions.some(({ name }) => name === index)) {
      fields.wrong('app/index', [...path, 'index'], `"${excerpt(index)}" is a param already`);
      return;
    }
    const span = index === undefined ? undefined : fields.span([...path, 'index']);
    for (let round = 0; round < (rounds ?? 0); round++) {
      this.collect(around);
      if (this.diagnostics.length > 0) return;
      if (index === undefined) {
        const before = this.operations.length;
        this.read(steps, [...path, 'steps'], around);
        // Without an index the next rounds are like this one.
        if (this.operations.length === before) return;
        continue;
      }
      if (this.rounds++ >= MOST_OPERATIONS) {
        fields.wrong(
          'app/too-long',
          [...path, 'repeat'],
          `more than ${MOST_OPERATIONS} rounds with an index`,
        );
        return;
      }
      const definition: Definition = { name: index, kind: 'param', text: round, ...(span ? { span } : {}) };
      const inner = this.surroundings([...around.definitions, definition], around);
      this.collect(inner);
      this.read(steps, [...path, 'steps'], inner);
    }
  }

  private submitted(step: Json, path: Path, around: Surroundings): void {
    if (around.isInSubmit || around.isInPass) {
      around.fields.wrong('app/nesting', path, 'a submit stands in no other submit and in no pass');
      return;
    }
    this.closeSubmit();
    this.read(step['submit'] as readonly JsonValue[], [...path, 'submit'], { ...around, isInSubmit: true });
    this.closeSubmit();
  }

  private passed(step: Json, path: Path, around: Surroundings): void {
    if (around.isInPass) {
      around.fields.wrong('app/nesting', path, 'a pass stands in no other pass');
      return;
    }
    this.closePass();
    this.read(step['pass'] as readonly JsonValue[], [...path, 'pass'], { ...around, isInPass: true });
    this.closePass();
  }

  private closePass(): void {
    if (this.isPassOpen) this.pass++;
    this.isPassOpen = false;
  }

  private closeSubmit(): void {
    this.closePass();
    if (this.isSubmitOpen) this.submit++;
    this.isSubmitOpen = false;
  }

  private dispatch(step: Json, path: Path, around: Surroundings): void {
    const { fields } = around;
    const pipeline = this.places.pipeline(step['pipeline'] as string, [...path, 'pipeline'], fields);
    const dispatch = this.counts(step, path, around);
    const bound = ((step['bindings'] ?? []) as readonly Json[]).flatMap(
      (each, at) => this.places.binding(each, [...path, 'bindings', at], fields) ?? [],
    );
    this.checkPlaces(bound, [...path, 'bindings'], fields);
    const words = step['immediates'] as readonly JsonValue[] | undefined;
    const immediates =
      words === undefined
        ? {}
        : {
            immediates: {
              words: readWords(fields, words, [...path, 'immediates'], 'u32', []),
              span: fields.span([...path, 'immediates']),
            },
          };
    if (!pipeline || !dispatch) return;
    this.isSubmitOpen = true;
    this.isPassOpen = true;
    const operation: Dispatch = {
      kind: 'dispatch',
      name: excerpt((step['name'] as string | undefined) ?? pipeline.name),
      pipeline,
      dispatch,
      dispatchSpan: fields.span([...path, 'dispatch']),
      bindings: bound.filter((each) => 'buffer' in each),
      samplers: bound.filter((each) => 'sampler' in each),
      ...immediates,
      submit: this.submit,
      pass: this.pass,
      span: fields.span(path),
    };
    this.operations.push(operation);
  }

  private checkPlaces(bound: readonly (AppBinding | AppSampler)[], path: Path, fields: Fields): void {
    const places = new Set<string>();
    bound.forEach((each, at) => {
      const place = placeOf(each);
      const message = `group ${each.group}, binding ${each.binding} is bound twice`;
      if (places.has(place)) fields.wrong('launch/duplicate-binding', [...path, at], message);
      places.add(place);
    });
  }

  private counts(step: Json, path: Path, { fields }: Surroundings): Dispatch['dispatch'] | undefined {
    const at: Path = [...path, 'dispatch'];
    if (Array.isArray(step['dispatch'])) return readDispatch(fields, step, path, 0);
    const indirect = step['dispatch'] as Json;
    const buffer = this.places.buffer(indirect['indirect'] as string, [...at, 'indirect'], fields);
    return buffer && this.places.filledRange(buffer, { ...indirect, size: COUNTS_BYTES }, at, fields);
  }

  private write(step: Json, path: Path, around: Surroundings): void {
    const { fields } = around;
    if (around.isInSubmit || around.isInPass) {
      fields.wrong('app/nesting', path, 'the host writes between submits, not in one');
      return;
    }
    const to =
      typeof step['write'] === 'string'
        ? this.bufferWrite(step, path, fields)
        : this.places.textureWrite(step, path, fields);
    const data = readData(fields, step['data'] as Json, [...path, 'data'], this.context.resolvePath, []);
    if (!to || !data) return;
    const { dataBytes, ...where } = to;
    if (
      data.kind === 'words' &&
      data.words.length * WORD_BYTES > Math.ceil(dataBytes / WORD_BYTES) * WORD_BYTES
    ) {
      const message = `its data need ${data.words.length * WORD_BYTES} bytes, and there are ${dataBytes}`;
      fields.wrong('launch/size', [...path, 'data'], message);
      return;
    }
    this.closeSubmit();
    this.add({ kind: 'write', ...where, data, submit: this.submit, span: fields.span(path) });
  }

  private bufferWrite(step: Json, path: Path, fields: Fields) {
    const stray = ['bytesPerRow', 'rowsPerImage'].find((key) => step[key] !== undefined);
    if (stray !== undefined) fields.wrong('app/step', [...path, stray], `a buffer has no "${stray}"`);
    const buffer = this.places.buffer(step['write'] as string, [...path, 'write'], fields);
    const to = buffer && this.bytes(buffer, step, path, fields);
    return to && { to, dataBytes: to.sizeBytes };
  }

  /** A part of a buffer: its size is in bytes. */
  private bytes(buffer: AppBuffer, step: Json, path: Path, fields: Fields): Range | undefined {
    if (!Array.isArray(step['size'])) return this.places.range(buffer, step, path, fields);
    fields.wrong('app/step', [...path, 'size'], 'the size of a part of a buffer is a number of bytes');
    return undefined;
  }

  /** As in WebGPU, what moves no bytes may stand there and does nothing. */
  private add(operation: Copy | Clear | Write): void {
    if (movedBytes(operation) > 0) this.operations.push(operation);
  }

  /** Copies, clears, and what is skipped. */
  private transfer(kind: string, step: Json, path: Path, around: Surroundings): void {
    const { fields } = around;
    if (around.isInPass && kind !== 'skipped') {
      fields.wrong('app/nesting', path, `a ${kind} stands between passes, not in one`);
      return;
    }
    if (!around.isInPass) this.closePass();
    const placed = { submit: this.submit, span: fields.span(path) };
    if (kind === 'skipped') {
      this.operations.push({ kind, what: excerpt(step['skipped'] as string), ...placed });
    } else if (kind === 'clear') {
      const buffer = this.places.buffer(step['clear'] as string, [...path, 'clear'], fields);
      const to = buffer && this.bytes(buffer, step, path, fields);
      if (to) this.add({ kind, to, ...placed });
    } else {
      const copy = this.places.copy(step, path, fields);
      if (copy) this.add({ ...copy, ...placed });
    }
    this.isSubmitOpen = true;
  }
}
