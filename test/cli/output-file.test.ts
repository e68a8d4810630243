// What commands may write over: what they wrote before, nothing that they read, and the rest only with --force.

import {
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refuseUnwritable, writeOutput } from '../../src/cli/output-file.ts';
import { refuseNoShader, writeKernel } from '../../src/cli/write-transformed.ts';
import { MARK } from '../../src/report/mark.ts';

let folder = '';
const at = (name: string) => path.join(folder, name);
const write = (name: string, text: string) => writeFileSync(at(name), text);
const read = (name: string) => readFileSync(at(name), 'utf8');
const html = (name: string, force = false) => ({ flag: '--html', file: at(name), force });
const OWN = `<!-- ${MARK} -->`;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-output-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('one file', () => {
  it('is written where there is none, an empty one, or one that was written before', () => {
    write('empty.html', '');
    for (const name of ['new.html', 'empty.html', 'new.html']) writeOutput(html(name), OWN, []);
    expect(read('new.html') + read('empty.html')).toBe(OWN + OWN);
    expect(readdirSync(folder).sort()).toEqual(['empty.html', 'new.html']);
  });

  it('is left alone when it is of something else, unless that is asked for', () => {
    write('notes.txt', 'notes');
    expect(() => refuseUnwritable(html('notes.txt'))).toThrow(/notes\.txt: .*--force replaces it/);
    expect(() => writeOutput(html('notes.txt'), OWN, [])).toThrow(/--force/);
    expect(read('notes.txt')).toBe('notes');
    writeOutput(html('notes.txt', true), OWN, []);
    expect(read('notes.txt')).toBe(OWN);
  });

  it('is never one that the command reads, under whatever name', () => {
    write('launch.json', OWN);
    linkSync(at('launch.json'), at('hard.json'));
    symlinkSync('launch.json', at('soft.json'));
    for (const name of [
      'launch.json',
      'hard.json',
      'soft.json',
      '../' + path.basename(folder) + '/launch.json',
    ])
      expect(() => writeOutput(html(name, true), 'new', [at('launch.json')]), name).toThrow(
        /command reads it/,
      );
    expect(() => writeOutput(html('later.html', true), 'new', [at('later.html')])).toThrow(
      /command reads it/,
    );
    expect(read('launch.json')).toBe(OWN);
  });

  it('leaves what is beside it, and a link a link', () => {
    write('target.html', OWN);
    write('link.html.part', 'mine');
    symlinkSync('target.html', at('link.html'));
    writeOutput(html('link.html'), `${OWN}2`, []);
    expect([read('target.html'), read('link.html.part')]).toEqual([`${OWN}2`, 'mine']);
  });
});

describe('a shader and its launch file', () => {
  const asked = (force = false) => ({ output: at('best.wgsl'), force });
  const launch = '{ "shader": "best.wgsl" }';
  const writeBoth = (force = false, inputs: string[] = []) =>
    writeKernel(asked(force), 'fn main() {}\n', inputs, () => launch);

  it('are written, and written again', () => {
    writeBoth();
    writeBoth();
    expect(read('best.wgsl')).toBe(`// ${MARK}.\nfn main() {}\n`);
    expect(read('best.json')).toBe(launch);
  });

  it('replace neither an unrelated launch file nor somebody’s pair', () => {
    write('best.json', '{ "other": 1 }');
    expect(() => refuseNoShader(asked(), [])).toThrow(/best\.json: .*--force/);
    expect(() => writeBoth()).toThrow(/--force/);
    expect(readdirSync(folder)).toEqual(['best.json']);
    write('best.json', launch);
    write('best.wgsl', 'fn mine() {}');
    expect(() => writeBoth()).toThrow(/--force/);
    writeBoth(true);
    expect(read('best.wgsl')).toContain(MARK);
  });

  it('are not those that the command started from', () => {
    writeBoth();
    expect(() => writeBoth(true, [at('best.json')])).toThrow(/best\.json: .*command reads it/);
    expect(() => writeBoth(true, [at('best.wgsl')])).toThrow(/best\.wgsl: .*command reads it/);
  });
});
