// `kernelcast/capture` in Node: `KERNELCAST_CAPTURE=FOLDER node --import kernelcast/capture app.mjs` records
// from the first use of a GPU to the end of the process, or between `start()` and `stop()`.

import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread, threadId } from 'node:worker_threads';
import { Capture } from './capture.ts';
import type { FolderOptions, Summary } from './declarations/capture.d.ts';
import { cutOffMessage, FolderStore, finishCapture } from './folder.ts';
import type { Classes } from './hook-objects.ts';
import { optionsOf } from './options.ts';
import { NONE_WANTED } from './session.ts';
import { summaryText } from './summary-text.ts';

export type * from './declarations/capture.d.ts';
export { cutOffMessage, finishCapture };

const say = (text: string): void => void process.stderr.write(text);

let hasFaulted = false;
const capture = new Capture((error) => {
  if (!hasFaulted)
    say(`kernelcast: the capture has failed, the app goes on: ${(error as Error)?.stack ?? error}\n`);
  hasFaulted = true;
});
let store: FolderStore | undefined;

/** Starts recording into `folder`, by default that of KERNELCAST_CAPTURE. @throws Error without a folder */
export function start(options: FolderOptions = {}): void {
  const folder = options.folder ?? process.env['KERNELCAST_CAPTURE'];
  if (!folder)
    throw new Error('kernelcast capture: start({folder}) or KERNELCAST_CAPTURE has to name a folder');
  const target = isMainThread ? folder : path.join(folder, `thread-${threadId}`);
  const opened = new FolderStore(path.resolve(target), (instead) =>
    say(
      `kernelcast: ${target} has the capture of another process, or one that was cut off: this one is in ${instead}\n`,
    ),
  );
  capture.start({ name: path.basename(path.resolve(folder)), ...optionsOf(process.env), ...options }, opened);
  store = opened;
}

/** Ends the recording, once all contents have been read, and writes the app file. */
export async function stop(): Promise<Summary | undefined> {
  await capture.session?.settled();
  return finish();
}

function finish(): Summary | undefined {
  const finished = store;
  store = undefined;
  if (capture.session === undefined || finished === undefined) return undefined;
  if (!finished.isOpen) {
    const why = capture.session.hasOnlyOthers ? NONE_WANTED : 'the app submitted nothing to a GPU';
    capture.abandon();
    if (isMainThread) say(`kernelcast: nothing captured: ${why}\n`);
    return undefined;
  }
  const summary = capture.end();
  if (summary !== undefined) say(summaryText(summary, finished.finish()));
  return summary;
}

const hook = (classes: Classes): void => capture.hook(classes, { copiesShared: true });

/** WebGPU comes to Node as a native addon that has its classes among its exports. */
function hookAddon(exports: unknown): void {
  const { globals } = (exports ?? {}) as { globals?: Classes };
  if (globals?.GPUDevice !== undefined) hook(globals);
}

function hookAddons(): void {
  const load = process.dlopen;
  process.dlopen = function (this: typeof process, module: object, ...rest: [string]) {
    load.call(this, module, ...rest);
    hookAddon((module as { exports?: unknown }).exports);
  };
  for (const module of Object.values(createRequire(import.meta.url).cache))
    if (module?.filename.endsWith('.node')) hookAddon(module.exports);
  hook(globalThis as Classes);
}

/** Keeps the process alive while contents are on their way, which some WebGPU implementations do not. */
function waitForContents(): void {
  const session = capture.session;
  if (!session?.isPending) return;
  const alive = setInterval(() => undefined, 1000);
  session.settled().then(() => clearInterval(alive));
}

/** `node capture.js FOLDER` is no app to record: it finishes a capture that was cut off. */
function finishesFolder(): boolean {
  const [, program, folder] = process.argv;
  if (program === undefined || folder === undefined || !existsSync(program)) return false;
  if (realpathSync(program) !== fileURLToPath(import.meta.url)) return false;
  try {
    say(`kernelcast: ${finishCapture(folder)} is whole\n`);
  } catch (error) {
    say(`error: ${(error as Error).message}\n`);
    process.exitCode = 2;
  }
  return true;
}

function install(): void {
  hookAddons();
  const entry: typeof import('./declarations/capture.d.ts') = { start, stop, cutOffMessage, finishCapture };
  Object.defineProperty(globalThis, 'kernelcastCapture', { value: entry, configurable: true });
  if (process.env['KERNELCAST_CAPTURE'] && !optionsOf(process.env).paused) start();
  process.on('beforeExit', waitForContents);
  process.on('exit', finish);
}

if (!finishesFolder()) install();
