// The GitHub Action (action.yml): predicts the launch files of a pull request as it is checked out and as its base has
// them, and says in one comment what each kernel's time becomes. It runs in the repository's folder.

import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Prediction } from '../predict/prediction.ts';
import { describeBottleneck } from '../report/limit-words.ts';
import { commentText, type Row, type Side, stateOf } from './comment.ts';
import { postComment } from './post.ts';

interface PullRequestEvent {
  readonly pull_request?: { readonly number: number; readonly base: { readonly sha: string } };
  readonly repository: { readonly full_name: string };
}

const COMMAND = path.join(import.meta.dirname, 'kernelcast.js');

const environment = (name: string): string => process.env[name] ?? '';

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' });
}

/** Files that the patterns name, as git has them. */
function filesIn(folder: string, patterns: readonly string[]): string[] {
  const found = git(folder, 'ls-files', '-z', '--', ...patterns.map((pattern) => `:(glob)${pattern}`));
  return found.split('\0').filter((file) => file !== '');
}

function predict(folder: string, file: string, profile: string): Side {
  const args = [COMMAND, 'predict', '--profile', profile, '--format', 'json', `./${file}`];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  const [prediction] = stdout === '' ? [] : (JSON.parse(stdout) as Partial<Prediction>[]);
  if (prediction?.timeNs === undefined) return { problem: stderr.split('\n')[0] || 'no prediction' };
  // Apps have no limit of their own.
  const limit = prediction.bottleneck === undefined ? '' : describeBottleneck(prediction.bottleneck);
  return { timeNs: prediction.timeNs, limit };
}

/** The times of one state of the repository, by file. */
function predictAll(folder: string, patterns: readonly string[], profile: string): Map<string, Side> {
  return new Map(filesIn(folder, patterns).map((file) => [file, predict(folder, file, profile)]));
}

/** The same of a commit, in a folder of its own that is gone afterwards. */
function predictAt(sha: string, patterns: readonly string[], profile: string): Map<string, Side> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-base-'));
  try {
    // A shallow checkout does not have it.
    if (spawnSync('git', ['cat-file', '-e', `${sha}^{commit}`]).status !== 0)
      git('.', 'fetch', '--quiet', '--depth=1', 'origin', sha);
    git('.', 'worktree', 'add', '--quiet', '--detach', folder, sha);
    return predictAll(folder, patterns, profile);
  } finally {
    spawnSync('git', ['worktree', 'remove', '--force', folder]);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(): Promise<number> {
  const event = JSON.parse(readFileSync(environment('GITHUB_EVENT_PATH'), 'utf8')) as PullRequestEvent;
  if (event.pull_request === undefined) {
    console.log('::error::kernelcast compares pull requests: run it on: pull_request');
    return 2;
  }
  const patterns = environment('INPUT_LAUNCHES').split(/\s+/).filter(Boolean);
  const profile = environment('INPUT_PROFILE');
  const after = predictAll('.', patterns, profile);
  const before = predictAt(event.pull_request.base.sha, patterns, profile);
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  if (paths.length === 0) {
    console.log(`::error::no file of the repository matches ${patterns.join(' ')} (input "launches")`);
    return 2;
  }
  const rows: Row[] = paths.map((file) => ({ path: file, before: before.get(file), after: after.get(file) }));
  const text = commentText(rows, profile);
  console.log(text);
  const summary = environment('GITHUB_STEP_SUMMARY');
  if (summary !== '') appendFileSync(summary, text);
  const problem = await postComment(text, {
    api: environment('GITHUB_API_URL') || 'https://api.github.com',
    token: environment('INPUT_TOKEN'),
    repository: event.repository.full_name,
    pullRequest: event.pull_request.number,
  });
  if (problem !== undefined)
    console.log(`::warning::no comment was written (${problem}); the summary has it`);
  const isWorse = rows.some((row) => stateOf(row) === 'slower' || stateOf(row) === 'refused');
  return environment('INPUT_FAIL_ON_SLOWER') === 'true' && isWorse ? 1 : 0;
}

process.exitCode = await run();
