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

/** Text in which backticks mark code, as diagnoses have them. */
export function withCode(text: string): HTMLSpanElement {
  const pieces = text.split(/`([^`]*)`/);
  return make(
    'span',
    {},
    ...pieces.map((each, k) => (k % 2 === 1 ? make('code', { textContent: each }) : each)),
  );
}
