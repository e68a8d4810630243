// The launch file as a form: its numbers, dispatch and bindings, with what the shader says of each. Every change is an
// edit of the text, which keeps its comments.

import { applyEdits, type JSONPath, modify, parse } from 'jsonc-parser';
import { make, part } from './dom.ts';
import type { BindingFacts } from './messages.ts';

type Json = Readonly<Record<string, unknown>>;

interface Field {
  readonly path: JSONPath;
  readonly label: string;
  readonly value: string;
  /** What it may be; any text where there are none. */
  readonly choices?: readonly string[];
}

interface Row {
  readonly title: string;
  readonly note?: string;
  readonly fields: readonly Field[];
}

interface Group {
  readonly title: string;
  readonly rows: readonly Row[];
}

/** Kinds of data that need nothing but their name. */
const DATA = ['zeros', 'random-f32', 'random-u32', 'iota-u32'];

export class LaunchForm {
  private text = '';
  private built = '';
  private readonly inputs: (HTMLInputElement | HTMLSelectElement)[] = [];
  private readonly onEdit: (text: string) => void;

  constructor(onEdit: (text: string) => void) {
    this.onEdit = onEdit;
  }

  /** @param bindings what the shader says of them, where it has been decoded */
  show(text: string, bindings: readonly BindingFacts[]): void {
    this.text = text;
    const groups = groupsOf(parse(text) as unknown, bindings);
    const fields = groups.flatMap(({ rows }) => rows.flatMap((row) => row.fields));
    const built = JSON.stringify(groups, (key, value) => (key === 'value' ? undefined : value));
    if (built !== this.built) this.build(groups);
    this.built = built;
    // What is being typed stays as it is.
    this.inputs.forEach((input, k) => {
      if (input !== document.activeElement) input.value = fields[k].value;
    });
  }

  private build(groups: readonly Group[]): void {
    this.inputs.length = 0;
    const none = make('p', {
      className: 'note',
      textContent: 'The launch file is no JSON object: see its text.',
    });
    part('form').replaceChildren(
      ...(groups.length === 0 ? [none] : groups.map((group) => this.group(group))),
    );
  }

  private group({ title, rows }: Group): HTMLElement {
    const shown = rows.map((row) =>
      make(
        'div',
        { className: 'row' },
        make(
          'span',
          { className: 'title' },
          row.title,
          row.note ? make('small', { textContent: row.note }) : undefined,
        ),
        ...row.fields.map((field) => this.field(field)),
      ),
    );
    return make('fieldset', {}, make('legend', { textContent: title }), ...shown);
  }

  private field({ path, label, choices, value }: Field): HTMLElement {
    const attributes = { 'aria-label': label };
    const input = choices
      ? make('select', { attributes }, ...choices.map((each) => make('option', { textContent: each })))
      : make('input', { type: 'text', spellcheck: false, autocomplete: 'off', attributes });
    input.value = value;
    const event = choices ? 'onchange' : 'oninput';
    input[event] = () =>
      this.edit(path, path.at(-1) === 'data' ? dataOf(input.value) : numberOf(input.value));
    this.inputs.push(input);
    return input;
  }

  private edit(path: JSONPath, value: unknown): void {
    const formattingOptions = { insertSpaces: true, tabSize: 2 };
    this.text = applyEdits(this.text, modify(this.text, path, value, { formattingOptions }));
    this.onEdit(this.text);
  }
}

/** A number by itself is one; all else is an expression. */
function numberOf(text: string): number | string {
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

const dataOf = (kind: string) => (kind === 'zeros' ? undefined : { kind });

function groupsOf(launch: unknown, facts: readonly BindingFacts[]): Group[] {
  if (typeof launch !== 'object' || launch === null || Array.isArray(launch)) return [];
  const { params, dispatch, bindings } = launch as Json;
  return [
    {
      title: 'Numbers',
      rows: entriesOf(params).map(([name, value]) => ({
        title: name,
        fields: [field(['params', name], name, value)],
      })),
    },
    { title: 'Workgroups', rows: Array.isArray(dispatch) ? [dispatchRow(dispatch)] : [] },
    {
      title: 'Bindings',
      rows: Array.isArray(bindings) ? bindings.map((each, k) => bindingRow(each as Json, k, facts)) : [],
    },
  ].filter(({ rows }) => rows.length > 0);
}

const entriesOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

function field(path: JSONPath, label: string, value: unknown): Field {
  return { path, label, value: typeof value === 'object' ? JSON.stringify(value) : String(value ?? '') };
}

function dispatchRow(dispatch: readonly unknown[]): Row {
  const fields = dispatch.map((value, axis) =>
    field(['dispatch', axis], `Workgroups in ${'xyz'[axis]}`, value),
  );
  return { title: 'xyz'.slice(0, dispatch.length).split('').join(' × '), fields };
}

function bindingRow(binding: Json, index: number, facts: readonly BindingFacts[]): Row {
  const { group, binding: number, size, data, usage, texture, sampler } = binding;
  const known = facts.find((each) => each.group === group && each.binding === number);
  const title = known ? known.name : `${group}/${number}`;
  const use = known ? `${group}/${number} · ${known.use}` : String(usage ?? '');
  if (texture !== undefined)
    return { title, note: `${use} · ${(texture as Json)?.['format'] ?? ''}`, fields: [] };
  if (sampler !== undefined) return { title, note: use, fields: [] };
  const kind = String((data as Json | undefined)?.['kind'] ?? 'zeros');
  const choices = DATA.includes(kind) ? DATA : [kind, ...DATA];
  const contents = { path: ['bindings', index, 'data'], label: `Contents of ${title}`, value: kind, choices };
  return {
    title,
    note: use,
    fields: [field(['bindings', index, 'size'], `Bytes of ${title}`, size), contents],
  };
}
