// The launch file as a form: its numbers, dispatch and bindings, with what the shader says of each. Every change is an
// edit of the text, which keeps its comments.

import { applyEdits, type JSONPath, modify } from 'jsonc-parser';
import { make, part, refill } from './dom.ts';
import {
  bindingsIn,
  dataOf,
  type Field,
  type Group,
  groupsOf,
  type LaunchFacts,
  numberOf,
  placeOf,
  type Row,
} from './launch-fields.ts';

type Input = HTMLInputElement | HTMLSelectElement;

/** A row as it stands on the page. */
interface Shown {
  readonly inputs: readonly Input[];
  readonly beside: HTMLElement;
}

export class LaunchForm {
  private text = '';
  private built = '';
  private rows: Shown[] = [];
  private readonly seen = new Map<string, Map<string, unknown>>();
  private readonly onEdit: (text: string) => void;
  private readonly onEntryPoint: (name: string) => void;

  /** @param onEntryPoint is told of another one, for which all else in the file may be wrong */
  constructor(onEdit: (text: string) => void, onEntryPoint: (name: string) => void) {
    this.onEdit = onEdit;
    this.onEntryPoint = onEntryPoint;
  }

  /** Another document: nothing in it is being typed, and nothing was seen of it. */
  forget(): void {
    this.seen.clear();
    this.built = '';
    part('form').replaceChildren();
  }

  show(text: string, facts: LaunchFacts): void {
    this.text = text;
    this.see(text);
    const groups = groupsOf(text, facts, this.seen);
    const varying = ['value', 'said', 'problems'];
    const built = JSON.stringify(groups, (key, value) => (varying.includes(key) ? undefined : value));
    if (built !== this.built) this.build(groups);
    this.built = built;
    for (const [k, row] of groups.flatMap(({ rows }) => rows).entries()) this.fill(this.rows[k], row);
  }

  private see(text: string): void {
    for (const each of bindingsIn(text)) {
      const { kind } = (each['data'] ?? {}) as { readonly kind?: string };
      if (kind === undefined) continue;
      const place = placeOf(each);
      if (!this.seen.has(place)) this.seen.set(place, new Map());
      this.seen.get(place)!.set(kind, each['data']);
    }
  }

  private build(groups: readonly Group[]): void {
    this.rows = [];
    const none =
      this.text.trim() === '' ? 'It is made from the shader.' : 'It is no JSON object: see its text.';
    refill(
      part('form'),
      groups.length === 0
        ? [make('p', { className: 'note', textContent: none })]
        : groups.map((group) => this.group(group)),
    );
  }

  private group({ title, rows }: Group): HTMLElement {
    const shown = rows.map((row) => this.row(row));
    return make('fieldset', {}, make('legend', { textContent: title }), ...shown);
  }

  private row({ title, note, fields }: Row): HTMLElement {
    const beside = make('div', { className: 'beside', id: `beside-${this.rows.length}` });
    const inputs = fields.map((field) => this.field(field));
    for (const each of inputs) each.setAttribute('aria-describedby', beside.id);
    this.rows.push({ inputs, beside });
    const about = note ? make('small', { textContent: note }) : undefined;
    return make(
      'div',
      { className: 'row' },
      make('span', { className: 'title' }, title, about),
      ...inputs,
      beside,
    );
  }

  /** The values of a row, and what stands beside them. */
  private fill({ inputs, beside }: Shown, { fields, said, problems }: Row): void {
    inputs.forEach((input, k) => {
      // What is being typed stays as it is.
      if (input !== document.activeElement) input.value = fields[k].value;
      input.setAttribute('aria-invalid', String(problems.length > 0));
    });
    beside.replaceChildren(
      ...said.map((textContent) => make('small', { textContent })),
      ...problems.map((textContent) => make('small', { className: 'wrong', textContent })),
    );
    beside.hidden = said.length + problems.length === 0;
  }

  private field({ path, label, choices, value }: Field): Input {
    const attributes = { 'aria-label': label };
    const input = choices
      ? make('select', { attributes }, ...choices.map((each) => make('option', { textContent: each })))
      : make('input', { type: 'text', spellcheck: false, autocomplete: 'off', attributes });
    input.value = value;
    const event = choices ? 'onchange' : 'oninput';
    input[event] = () => this.take(path, input.value);
    return input;
  }

  private take(path: JSONPath, value: string): void {
    if (path[0] === 'entryPoint') this.onEntryPoint(value);
    else this.edit(path, path.at(-1) === 'data' ? this.dataAt(path, value) : numberOf(value));
  }

  /** @param path of the data of a binding */
  private dataAt([, index]: JSONPath, kind: string): unknown {
    return dataOf(kind, this.seen.get(placeOf(bindingsIn(this.text)[Number(index)])));
  }

  private edit(path: JSONPath, value: unknown): void {
    const formattingOptions = { insertSpaces: true, tabSize: 2 };
    this.text = applyEdits(this.text, modify(this.text, path, value, { formattingOptions }));
    this.onEdit(this.text);
  }
}
