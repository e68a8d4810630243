// The steps of an app file as one list of operations: repetitions written out, passes and submits numbered. What
// stands outside of any pass or submit gets one as far as it reaches (docs/apps.md).

import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { excerpt } from '../diagnostics/excerpt.ts';
import { didYouMean } from '../diagnostics/suggest.ts';
import { readData, readWords } from '../launch/buffers.ts';
import type { JsonDocument, JsonValue, Path } from '../launch/document.ts';
import { Fields } from '../launch/fields.ts';
import { readSize } from '../launch/parse.ts';
import { type Definition, Scope } from '../launch/scope.ts';
import type { AppBinding, AppBuffer, Dispatch, Operation, Pipeline, Range } from './app.ts';

type Json = { readonly [key: string]: JsonValue };

/** Far more than a frame has; beyond it a repetition is rather a slip of the pen. */
const MOST_OPERATIONS = 100_000;
const U32_MAX = 4294967295;
/** What WebGPU asks of the counts of an indirect dispatch, of copies, clears and writes. */
const WORD_BYTES = 4;
const COUNTS_BYTES = 12;

/** The keys that each kind of step may have beside the one that names it. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  dispatch: ['pipeline', 'name', 'bindings', 'immediates'],
  copy: ['to', 'size', 'name'],
  clear: ['offset', 'size', 'name'],
  write: ['offset', 'size', 'data', 'name'],
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
  readonly buffers: readonly AppBuffer[];
  readonly pipelines: readonly Pipeline[];
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
  private readonly buffers: ReadonlyMap<string, AppBuffer>;
  private readonly pipelines: ReadonlyMap<string, Pipeline>;
  private submit = 0;
  private pass = 0;
  /** Whether something stands in the submit, and whether dispatches outside of any pass could join the last. */
  private isSubmitOpen = false;
  private isPassOpen = false;

  constructor(context: StepContext) {
    this.context = context;
    this.buffers = new Map(context.buffers.map((each) => [each.name, each]));
    this.pipelines = new Map(context.pipelines.map((each) => [each.name, each]));
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
    return { scope, fields: new Fields(this.context.document, scope), definitions, ...rest };
  }

  private collect({ scope, fields }: Surroundings): void {
    this.diagnostics.push(...scope.diagnostics.splice(0));
    this.warnings.push(...fields.warnings.splice(0));
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
    for (let round = 0; round < (rounds ?? 0); round++) {
      this.collect(around);
      if (this.diagnostics.length > 0) return;
      const before = this.operations.length;
      const definition = { name: index ?? '', kind: 'param', text: round } as const;
      const inner =
        index === undefined ? around : this.surroundings([...around.definitions, definition], around);
      this.read(steps, [...path, 'steps'], inner);
      if (this.operations.length === before) return;
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
    const pipeline = this.named(
      this.pipelines,
      'pipeline',
      step['pipeline'] as string,
      [...path, 'pipeline'],
      fields,
    );
    const dispatch = this.counts(step, path, around);
    const bindings = ((step['bindings'] ?? []) as readonly Json[]).flatMap(
      (each, at) => this.binding(each, [...path, 'bindings', at], fields) ?? [],
    );
    const places = new Set<string>();
    bindings.forEach(({ group, binding, element = 0 }, at) => {
      const place = `${group}/${binding}/${element}`;
      if (places.has(place))
        fields.wrong(
          'launch/duplicate-binding',
          [...path, 'bindings', at],
          `group ${group}, binding ${binding} is bound twice`,
        );
      places.add(place);
    });
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
      bindings,
      ...immediates,
      submit: this.submit,
      pass: this.pass,
      span: fields.span(path),
    };
    this.operations.push(operation);
  }

  private counts(step: Json, path: Path, { fields }: Surroundings): Dispatch['dispatch'] | undefined {
    const at: Path = [...path, 'dispatch'];
    if (Array.isArray(step['dispatch'])) return readSize(fields, step, 'dispatch', U32_MAX, path, 0);
    const indirect = step['dispatch'] as Json;
    const buffer = this.buffer(indirect['indirect'] as string, [...at, 'indirect'], fields);
    return buffer && this.range(buffer, { ...indirect, size: COUNTS_BYTES }, at, fields);
  }

  private binding(json: Json, path: Path, fields: Fields): AppBinding | undefined {
    const whole = (key: string) =>
      fields.integer(json[key] as number | string | undefined, [...path, key], 0, 0, U32_MAX);
    const [group, binding, element] = [whole('group'), whole('binding'), whole('element')];
    const buffer = this.buffer(json['buffer'] as string, [...path, 'buffer'], fields);
    const range = buffer && this.range(buffer, json, path, fields);
    if (!range || group === undefined || binding === undefined || element === undefined) return undefined;
    return { group, binding, ...(element === 0 ? {} : { element }), ...range, span: fields.span(path) };
  }

  private write(step: Json, path: Path, around: Surroundings): void {
    const { fields } = around;
    if (around.isInSubmit) {
      fields.wrong('app/nesting', path, 'the host writes between submits, not in one');
      return;
    }
    const buffer = this.buffer(step['write'] as string, [...path, 'write'], fields);
    const to = buffer && this.range(buffer, step, path, fields);
    const data = readData(fields, step['data'] as Json, [...path, 'data'], this.context.resolvePath, []);
    if (!to || !data) return;
    if (data.kind === 'words' && data.words.length * WORD_BYTES > to.sizeBytes) {
      const message = `its data need ${data.words.length * WORD_BYTES} bytes, and there are ${to.sizeBytes}`;
      fields.wrong('launch/size', [...path, 'data'], message);
      return;
    }
    this.closeSubmit();
    this.operations.push({ kind: 'write', to, data, submit: this.submit, span: fields.span(path) });
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
      const buffer = this.buffer(step['clear'] as string, [...path, 'clear'], fields);
      const to = buffer && this.range(buffer, step, path, fields);
      if (to) this.operations.push({ kind, to, ...placed });
    } else {
      this.copy(step, path, fields, placed);
    }
    this.isSubmitOpen = true;
  }

  private copy(step: Json, path: Path, fields: Fields, placed: Pick<Operation, 'submit' | 'span'>): void {
    const ends = (['copy', 'to'] as const).map((key) => {
      const json = step[key] as Json;
      const buffer = this.buffer(json['buffer'] as string, [...path, key, 'buffer'], fields);
      return { json, buffer, path: [...path, key] };
    });
    const [source, target] = ends;
    if (!source.buffer || !target.buffer) return;
    const from = this.range(source.buffer, { ...source.json, ...sizeOf(step) }, source.path, fields);
    if (!from) return;
    const to = this.range(target.buffer, { ...target.json, size: from.sizeBytes }, target.path, fields);
    if (to) this.operations.push({ kind: 'copy', from, to, ...placed });
  }

  private buffer(name: string, path: Path, fields: Fields): AppBuffer | undefined {
    return this.named(this.buffers, 'buffer', name, path, fields);
  }

  private named<T>(
    known: ReadonlyMap<string, T>,
    what: string,
    name: string,
    path: Path,
    fields: Fields,
  ): T | undefined {
    const found = known.get(name);
    if (!found) {
      const names = [...known.keys()];
      const hint =
        didYouMean(name, names) || (names.length > 0 ? `; known: ${list(names)}` : '; it has none');
      fields.wrong(`app/unknown-${what}`, path, `the app has no ${what} "${excerpt(name)}"${hint}`);
    }
    return found;
  }

  /** The part of a buffer that `offset` and `size` say, checked against its end. */
  private range(buffer: AppBuffer, json: Json, path: Path, fields: Fields): Range | undefined {
    const whole = (key: string, fallback: number) =>
      fields.integer(
        json[key] as number | string | undefined,
        [...path, key],
        fallback,
        0,
        Number.MAX_SAFE_INTEGER,
      );
    const offsetBytes = whole('offset', 0);
    if (offsetBytes === undefined) return undefined;
    const sizeBytes = whole('size', Math.max(0, buffer.sizeBytes - offsetBytes));
    if (sizeBytes === undefined) return undefined;
    if (offsetBytes % WORD_BYTES !== 0 || sizeBytes % WORD_BYTES !== 0) {
      fields.wrong(
        'app/range',
        path,
        `bytes ${offsetBytes} and ${sizeBytes} are no multiples of ${WORD_BYTES}`,
      );
      return undefined;
    }
    if (sizeBytes === 0 || offsetBytes + sizeBytes > buffer.sizeBytes) {
      const message = `${sizeBytes} bytes from byte ${offsetBytes} on do not lie within "${excerpt(buffer.name)}", which has ${buffer.sizeBytes}`;
      fields.wrong('app/range', path, message);
      return undefined;
    }
    return { buffer, offsetBytes, sizeBytes };
  }
}

function sizeOf(step: Json): Json {
  return step['size'] === undefined ? {} : { size: step['size'] };
}

const MOST_LISTED = 12;

function list(names: readonly string[]): string {
  const more = names.length > MOST_LISTED ? ` and ${names.length - MOST_LISTED} more` : '';
  return (
    names
      .slice(0, MOST_LISTED)
      .map((name) => excerpt(name))
      .join(', ') + more
  );
}
