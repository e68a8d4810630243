// The action on a pull request that is made here: a repository of two commits, a local event file, and a server in the
// place of GitHub's.

import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MARKER } from '../../src/action/comment.ts';

const root = path.join(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'kernelcast-action-'));
const repository = path.join(folder, 'repository');
const place = (name: string) => path.join(repository, 'kernels', name);
const example = (name: string) => readFileSync(path.join(root, 'examples', name), 'utf8');

function git(...args: string[]): string {
  const who = ['-c', 'user.name=test', '-c', 'user.email=test@example.invalid'];
  return execFileSync('git', ['-C', repository, ...who, ...args], { encoding: 'utf8' }).trim();
}

function commit(): string {
  git('add', '-A');
  git('commit', '-qm', 'a state');
  return git('rev-parse', 'HEAD');
}

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly body: string;
}

const asked: Asked[] = [];
const comments: { id: number; body: string }[] = [{ id: 1, body: 'a remark of a person' }];
/** As GitHub answers, for one pull request. */
const server = createServer(async (request, response) => {
  let text = '';
  for await (const part of request) text += part;
  const { method = '', url = '' } = request;
  asked.push({ method, url, body: text });
  if (request.headers.authorization !== 'Bearer secret') response.statusCode = 403;
  else if (method === 'POST') comments.push({ id: 2, body: JSON.parse(text).body });
  else if (method === 'PATCH')
    comments.find(({ id }) => url.endsWith(`/${id}`))!.body = JSON.parse(text).body;
  response.end(JSON.stringify(comments));
});

let base: string;

function act(inputs: Record<string, string> = {}): Promise<{ code: number | null; output: string }> {
  const event = path.join(folder, 'event.json');
  const content = {
    pull_request: { number: 7, base: { sha: base } },
    repository: { full_name: 'some/kernels' },
  };
  writeFileSync(event, JSON.stringify(content));
  const env = {
    PATH: process.env['PATH'],
    GITHUB_EVENT_PATH: event,
    GITHUB_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    GITHUB_STEP_SUMMARY: path.join(folder, 'summary.md'),
    INPUT_LAUNCHES: 'kernels/*.json',
    INPUT_PROFILE: 'nvidia-h200',
    INPUT_TOKEN: 'secret',
    ...inputs,
  };
  const child = spawn(process.execPath, [path.join(root, 'dist/pull-request.js')], { cwd: repository, env });
  let output = '';
  child.stdout.on('data', (data) => (output += data));
  child.stderr.on('data', (data) => (output += data));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  mkdirSync(path.join(repository, 'kernels'), { recursive: true });
  git('init', '-q');
  for (const name of ['triad', 'transpose-tiled', 'mandelbrot'])
    for (const ending of ['json', 'wgsl'])
      writeFileSync(place(`${name}.${ending}`), example(`${name}.${ending}`));
  base = commit();
  writeFileSync(place('triad.json'), example('triad.json').replace('67108864', '33554432'));
  writeFileSync(place('naive|`@all`.json'), example('transpose-naive.json'));
  writeFileSync(place('transpose-naive.wgsl'), example('transpose-naive.wgsl'));
  writeFileSync(place('mandelbrot.wgsl'), 'no shader');
  commit();
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the action', () => {
  it('says in one comment what became of each kernel, the next time in the same one', async () => {
    const first = await act();
    expect(first.code, first.output).toBe(0);
    const [remark, comment, ...others] = comments;
    expect([remark.body, others]).toEqual(['a remark of a person', []]);
    const lines = comment.body.split('\n');
    expect(lines.slice(0, 3)).toEqual([
      MARKER,
      '',
      '**Of 4 kernels: 1 faster, 1 new, 1 without a prediction** on nvidia-h200, as kernelcast predicts; nothing was run.',
    ]);
    const rows = lines.filter((line) => line.startsWith('| <code>'));
    expect(rows[0]).toMatch(/mandelbrot\.json<\/code> \| [\d.]+ [mµ]s \| {2}\| refused \| error: /);
    // Nothing that the pull request names ends a cell, marks text or calls people.
    expect(rows[1]).toMatch(/naive&#124;&#96;&#64;all&#96;\.json<\/code> \| {2}\| [\d.]+ µs \| new \|/);
    expect(rows[2]).toMatch(/triad\.json<\/code> \| [\d.]+ µs \| [\d.]+ µs \| -\d\d % \| dram \w+ \|/);
    expect(rows.length).toBe(3);
    expect(comment.body).toContain('1 kernel takes as long as before.');
    expect(readFileSync(path.join(folder, 'summary.md'), 'utf8')).toBe(comment.body);
    expect(git('worktree', 'list').split('\n').length).toBe(1);

    const before = comment.body;
    await act();
    expect(comments.map(({ id }) => id)).toEqual([1, 2]);
    expect(comments[1].body).toBe(before);
    expect(asked.at(-1)).toMatchObject({ method: 'PATCH', url: '/repos/some/kernels/issues/comments/2' });
  });

  it('fails where that is asked for, and is not stopped by a token that may not write', async () => {
    const { code, output } = await act({ INPUT_FAIL_ON_SLOWER: 'true', INPUT_TOKEN: 'of a fork' });
    expect(code).toBe(1);
    expect(output).toContain('::warning::no comment was written (403 Forbidden); the summary has it');
  });

  it('says when no file is meant', async () => {
    const { code, output } = await act({ INPUT_LAUNCHES: 'shaders/*.json' });
    expect(code).toBe(2);
    expect(output).toContain('::error::no file of the repository matches shaders/*.json (input "launches")');
  });
});
