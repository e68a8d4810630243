// Elements of the page made from values: text is text, never markup.

type Child = Node | string | undefined;

type Properties<Name extends keyof HTMLElementTagNameMap> = Partial<
  Omit<HTMLElementTagNameMap[Name], 'style' | 'attributes'>
> & {
  /** Attributes and custom properties of style, by their names. */
  readonly attributes?: Readonly<Record<string, string>>;
};

/** An element with properties, attributes and children; what is undefined is left out. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  { attributes = {}, ...properties }: Properties<Name> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children.filter((each) => each !== undefined));
  return element;
}

/** The element of index.html with this id. */
export function part<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`kernelcast bug: the page has no part ${id}`);
  return element as T;
}

/** Other children; what had the focus and is there again, by its name, has it again, with what was being typed. */
export function refill(place: HTMLElement, children: readonly Node[]): void {
  const old = document.activeElement;
  const held = old && place.contains(old) ? old : undefined;
  place.replaceChildren(...children);
  if (!held || place.contains(held)) {
    if (held instanceof HTMLElement) held.focus({ preventScroll: true });
    return;
  }
  const name = accessibleName(held);
  const all = place.querySelectorAll<HTMLElement>(held.tagName);
  const again = Array.from(all).find((each) => accessibleName(each) === name);
  if (isText(held) && again && isText(again)) {
    again.value = held.value;
    again.setSelectionRange(held.selectionStart, held.selectionEnd);
  }
  again?.focus({ preventScroll: true });
}

function isText(element: Element): element is HTMLInputElement {
  return element instanceof HTMLInputElement && element.type === 'text';
}

/** Of a control in a label, what stands first there: its value may follow. */
function accessibleName(element: Element): string | null {
  const label = element.closest('label')?.firstElementChild;
  return element.getAttribute('aria-label') ?? (label ?? element).textContent;
}

/** Says of parts of the page that what they show is being computed anew. */
export function setBusy(ids: readonly string[], isBusy: boolean): void {
  for (const id of ids) part(id).setAttribute('aria-busy', String(isBusy));
}

/** Text in which backticks mark code, as diagnoses have them. */
export function withCode(text: string): HTMLSpanElement {
  const pieces = text.split(/`([^`]*)`/);
  return make(
    'span',
    {},
    ...pieces.map((each, k) => (k % 2 === 1 ? make('code', { textContent: each }) : each)),
  );
}
