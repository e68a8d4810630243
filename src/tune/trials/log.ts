// The log of trials as a file: text, one record a line, which is only ever appended to. Any number of processes
// may do so at once, under whatever name they know it and wherever they run: each record is one write that the
// system puts at the end, begins with the line break before it and ends with its own checksum. So a record that a
// kill or a full disk cut short costs nothing but itself, nobody has to lock anything, and nothing is left behind.

import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';

/** Databases of version 1 were SQLite (older-database.ts). */
export const VERSION = 2;
/** The first line of a log. */
export const HEADER = `{"schema":"kernelcast/trials@${VERSION}"}`;
const ANY_HEADER = /^\{"schema":"kernelcast\/trials@(\d+)"\}$/;
/** Enough for the header of a log, and for the first page of an SQLite database. */
const HEAD_BYTES = 4096;
/** The length of `,"crc":"01234567"}`. */
const SUM_LENGTH = 18;

/** What a file is to somebody who wants to append to it. */
export type FileKind = { readonly kind: 'none' | 'log' | 'other' } | { kind: 'newer'; version: number };

/** The beginning of a file; undefined where there is none. @throws Error when it cannot be read */
export function headOf(file: string): Buffer | undefined {
  if (!existsSync(file)) return undefined;
  const descriptor = openSync(file, 'r');
  try {
    return headOfOpen(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function headOfOpen(descriptor: number): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  return head.subarray(0, readSync(descriptor, head, 0, HEAD_BYTES, 0));
}

/** By its first line, before which a header may stand whose writing was cut short. */
export function kindOf(head: Buffer | undefined): FileKind {
  const lines = (head ?? '').toString('utf8').split('\n').map(withoutReturn);
  const first = lines.find((line) => line === HEADER || !HEADER.startsWith(line));
  if (first === undefined) return { kind: 'none' };
  if (first === HEADER) return { kind: 'log' };
  const version = Number(ANY_HEADER.exec(first)?.[1] ?? 0);
  return version > VERSION ? { kind: 'newer', version } : { kind: 'other' };
}

/** One record, ready to be appended. */
export function lineOf(record: object): string {
  const body = JSON.stringify(record).slice(0, -1);
  return `${body},"crc":"${sumOf(body)}"}`;
}

/**
 * Appends lines to the log at `file`, and makes it when there is none. The file is opened anew each time: it may
 * have been moved away meanwhile, and a file of something else may have come in its place.
 * @param isDurable they survive a power cut as soon as this returns
 * @throws UnwritableError when not all of it could be; what was is skipped by readers where it is no whole record
 */
export function append(file: string, lines: readonly string[], isDurable: boolean): void {
  try {
    appendTo(file, lines, isDurable);
  } catch (error) {
    throw new UnwritableError(error as NodeJS.ErrnoException);
  }
}

function appendTo(file: string, lines: readonly string[], isDurable: boolean): void {
  if (!existsSync(file)) create(file);
  const descriptor = openSync(file, 'a+');
  try {
    const { kind } = kindOf(headOfOpen(descriptor));
    if (kind === 'other' || kind === 'newer') throw new Error('another file has come in its place');
    const all = kind === 'none' ? [HEADER, ...lines] : lines;
    const bytes = Buffer.from(all.map((line) => `\n${line}`).join(''));
    // What is missing cannot be added: another process may have written behind it.
    if (writeSync(descriptor, bytes) < bytes.length) throw new Error('there is no room for all of it');
    if (isDurable) fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Writes the header beside the file and links it there, so that of two that begin one at once neither is cut. */
function create(file: string): void {
  const beside = `${file}.${randomUUID()}`;
  try {
    writeFileSync(beside, HEADER, { flag: 'wx' });
    linkSync(beside, file);
    syncFolder(path.dirname(file));
  } catch {
    // Somebody else was first, or there are no links here: whoever finds the log empty appends a header.
  } finally {
    rmSync(beside, { force: true });
  }
}

/** A new file is there after a power cut, too. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

export interface LogLine {
  /** As it stands in the file. */
  readonly text: string;
  readonly record: object;
}

export interface ReadLog {
  readonly lines: readonly LogLine[];
  /** Numbers of the lines that are no whole record, from 1. */
  readonly damaged: readonly number[];
  /** The last line is one of them: it may still be being written. */
  readonly isLastDamaged: boolean;
  /** The highest version that it was written by. */
  readonly version: number;
}

const NO_LOG: ReadLog = { lines: [], damaged: [], isLastDamaged: false, version: VERSION };

/** All records of a log in their order; none where there is no file. @throws Error when it cannot be read */
export function readLog(file: string): ReadLog {
  return existsSync(file) ? logOf(readFileSync(file)) : NO_LOG;
}

/** The same of a log's bytes. */
export function logOf(bytes: Buffer): ReadLog {
  const lines: LogLine[] = [];
  const damaged: number[] = [];
  let number = 0;
  let version = VERSION;
  for (let start = 0; start <= bytes.length; ) {
    const lineBreak = bytes.indexOf('\n', start);
    const end = lineBreak === -1 ? bytes.length : lineBreak;
    const text = withoutReturn(bytes.toString('utf8', start, end));
    start = end + 1;
    number++;
    // Nothing, or a header that was cut short.
    if (HEADER.startsWith(text)) continue;
    const record = recordIn(text);
    const other = Number(ANY_HEADER.exec(text)?.[1] ?? 0);
    if (record !== undefined) lines.push({ text, record });
    else if (other > VERSION) version = Math.max(version, other);
    else damaged.push(number);
  }
  return { lines, damaged, isLastDamaged: damaged.at(-1) === number, version };
}

/** Undefined where the line is not as it was written. */
function recordIn(line: string): object | undefined {
  const body = line.slice(0, -SUM_LENGTH);
  if (line.slice(-SUM_LENGTH) !== `,"crc":"${sumOf(body)}"}`) return undefined;
  try {
    return JSON.parse(`${body}}`) as object;
  } catch {
    return undefined;
  }
}

function sumOf(body: string): string {
  return crc32(body).toString(16).padStart(8, '0');
}

/** Some tools end lines with it. */
function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota is used up',
  EFBIG: 'no file may be that large here (ulimit -f)',
  EROFS: 'the file system is read-only',
  EACCES: 'there is no permission to',
  EPERM: 'there is no permission to',
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
};

/** Says in plain words why a log could not be written. */
export class UnwritableError extends Error {
  constructor({ code, message }: NodeJS.ErrnoException) {
    super(REASONS[code ?? ''] ?? message);
  }
}

/** False of folders, devices and pipes. */
export function isFileOrNothing(file: string): boolean {
  return !existsSync(file) || statSync(file).isFile();
}
