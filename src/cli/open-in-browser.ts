// Opens an address in the browser that people use.

import { spawn } from 'node:child_process';

const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Where there is nothing to open it with, nothing happens. */
export function openInBrowser(url: string): void {
  const [program, ...before] = OPENERS[process.platform] ?? ['xdg-open'];
  const opener = spawn(program, [...before, url], { stdio: 'ignore', detached: true });
  opener.on('error', () => {});
  opener.unref();
}
