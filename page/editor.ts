// The two editors: text with highlighting, errors, and keys that leave it again.

import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { Annotation, Compartment, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { heatBeside } from './heat.ts';
import type { Problem } from './messages.ts';
import { type Replaced, replacedBy } from './replaced.ts';
import { wgsl } from './wgsl-language.ts';

const highlighting = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--keyword)' },
  { tag: [tags.typeName, tags.modifier], color: 'var(--type)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--number)' },
  { tag: [tags.string, tags.attributeName], color: 'var(--string)' },
  { tag: tags.propertyName, color: 'var(--type)' },
  { tag: tags.comment, color: 'var(--soft)' },
  { tag: tags.function(tags.variableName), color: 'var(--function)' },
]);

export type Editor = EditorView;

const setByPage = Annotation.define<boolean>();

/** What can be undone. */
const past = new Compartment();

/** @param onEdit is told of changes by the user, not of those by `setText` and `load` */
export function editor(
  parent: HTMLElement,
  language: 'wgsl' | 'json',
  label: string,
  onEdit: (text: string, replaced: Replaced | undefined) => void,
  further: Extension = [],
): Editor {
  const extensions: Extension[] = [
    lineNumbers(),
    ...(language === 'wgsl' ? [heatBeside, wgsl] : [json()]),
    lintGutter(),
    past.of(history()),
    further,
    drawSelection(),
    highlightActiveLine(),
    indentOnInput(),
    bracketMatching(),
    syntaxHighlighting(highlighting),
    // Escape, then Tab, leaves the editor (CodeMirror's own rule).
    keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap, indentWithTab]),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    EditorView.updateListener.of(({ docChanged, transactions, state }) => {
      const isOwn = transactions.every((each) => each.annotation(setByPage));
      if (docChanged && !isOwn) onEdit(state.doc.toString(), replacedBy(transactions));
    }),
  ];
  return new EditorView({ parent, extensions });
}

/** Replaces what differs; the cursor stays where it can. */
export function setText(view: Editor, text: string): void {
  const old = view.state.doc.toString();
  if (old === text) return;
  let start = 0;
  while (start < old.length && start < text.length && old[start] === text[start]) start++;
  let same = 0;
  const most = Math.min(old.length, text.length) - start;
  while (same < most && old[old.length - 1 - same] === text[text.length - 1 - same]) same++;
  const changes = { from: start, to: old.length - same, insert: text.slice(start, text.length - same) };
  view.dispatch({ changes, annotations: setByPage.of(true) });
}

/** Another document: what was done before cannot be undone in it. */
export function load(view: Editor, text: string): void {
  setText(view, text);
  for (const emptied of [[], history()]) view.dispatch({ effects: past.reconfigure(emptied) });
}

/** Marks the problems that have a place in this editor. */
export function setProblems(view: Editor, name: 'shader' | 'launch', problems: readonly Problem[]): void {
  const { length } = view.state.doc;
  const marks = problems.flatMap(({ place, message, severity, notes }): Diagnostic[] => {
    if (place?.editor !== name) return [];
    const from = Math.min(place.start, length);
    const to = Math.min(Math.max(place.end, from), length);
    return [
      {
        from,
        to,
        severity: severity === 'warning' ? 'warning' : 'error',
        message: [message, ...notes].join('\n'),
      },
    ];
  });
  view.dispatch(setDiagnostics(view.state, marks));
}

/** Puts the cursor there and shows it. */
export function goTo(view: Editor, position: number): void {
  const anchor = Math.min(position, view.state.doc.length);
  view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
  view.focus();
}
