// The types of `kernelcast/capture`, as programs see them that have the package: under both ways in which TypeScript
// finds packages, in Node and in pages, without the types of anything else.

import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const PROGRAMS = {
  node: `
    import { cutOffMessage, finishCapture, start, stop, type CaptureOptions, type Summary } from 'kernelcast/capture';
    const options: CaptureOptions = { labels: /^mat/, first: 2, bytes: 65536, name: 'app' };
    start({ ...options, folder: 'recorded' });
    const summary: Summary | undefined = await stop();
    const notes: readonly string[] = summary?.notes ?? [];
    const text: string = cutOffMessage('recorded') ?? finishCapture('recorded') + notes.join();
    export { text };
    // @ts-expect-error Misspelt.
    start({ label: 'mat' });
    // @ts-expect-error Only pages have archives.
    export const none = summary.archive;`,
  page: `
    import { save, start, stop } from 'kernelcast/capture';
    start({ labels: 'mat' });
    const { archive, summary } = await stop();
    const bytes: Uint8Array = archive;
    export const size: number = bytes.byteLength + summary.dispatches;
    await save('recorded.tar');
    // @ts-expect-error Pages have no folders.
    start({ folder: 'recorded' });`,
  driver: `
    import 'kernelcast/capture.global.js';
    const { archive } = await kernelcastCapture.stop();
    export const bytes: number[] = [...archive];`,
};

let folder = '';
beforeAll(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'kernelcast-types-')));
  const installed = path.join(folder, 'node_modules/kernelcast');
  mkdirSync(installed, { recursive: true });
  for (const name of ['package.json', 'dist'])
    cpSync(path.join(root, name), path.join(installed, name), { recursive: true });
  for (const [name, text] of Object.entries(PROGRAMS)) writeFileSync(path.join(folder, `${name}.mts`), text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function complaints(program: string, options: ts.CompilerOptions): string[] {
  const host = ts.createProgram([path.join(folder, `${program}.mts`)], {
    ...options,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts'],
    skipDefaultLibCheck: true,
    types: [],
    strict: true,
    noEmit: true,
  });
  return ts
    .getPreEmitDiagnostics(host)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

const { ModuleKind, ModuleResolutionKind } = ts;
const bundler = { module: ModuleKind.ESNext, moduleResolution: ModuleResolutionKind.Bundler };
const inPage = { customConditions: ['browser'] };

it.each([
  ['node', 'nodenext', { module: ModuleKind.NodeNext }],
  ['node', 'bundler', bundler],
  ['page', 'nodenext', { module: ModuleKind.NodeNext, ...inPage }],
  ['page', 'bundler', { ...bundler, ...inPage }],
  ['driver', 'nodenext', { module: ModuleKind.NodeNext }],
  ['driver', 'bundler', bundler],
])('are found by a program in %s under %s', (program, _, options) => {
  expect(complaints(program, options)).toEqual([]);
});
