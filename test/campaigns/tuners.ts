// Kills tuners at random moments: `npm run campaign:tuners -- [--kills 1000] [--lanes 2] [--seed 1]`. On each database
// up to three are at work at once, under its name, a hard link or a symbolic one, where that is possible each with
// process numbers of its own as in a container; some find that the file may not grow, and now and then half a record
// is left as by a power cut. Then a tuner goes on to its end, and what all of them had reported as written is held
// against what is there. Ends with the figures as JSON; the exit code is 1 when a trial is lost or there twice.

import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, linkSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../../src/space/random.ts';
import { balance, type StartOptions, Tuners } from '../tune/faults/tuners.ts';

const { values: flags } = parseArgs({
  options: {
    kills: { type: 'string', default: '1000' },
    lanes: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
  },
});

const KILLS_PER_DATABASE = 25;
const MOST_AT_ONCE = 3;
/** After its start; it is ready to work after about a third of it. */
const LONGEST_LIFE_MS = 600;
const MOST_ROOM_KIB = 512;

const figures = {
  databases: 0,
  tuners: 0,
  kills: 0,
  endedByThemselves: 0,
  withOwnProcessNumbers: 0,
  withoutRoom: 0,
  halfRecords: 0,
  reported: 0,
  kept: 0,
  unreported: 0,
  damagedLines: 0,
  lost: [] as string[],
  twice: [] as string[],
  unfinished: [] as string[],
};

const canIsolate = spawnSync('unshare', ['--pid', '--fork', '--kill-child', 'true']).status === 0;

interface Lane {
  readonly tuners: Tuners;
  readonly random: Random;
  readonly names: readonly string[];
  readonly report: string;
}

const chance = ({ random }: Lane, share: number) => random.next() < share;

async function killOne(lane: Lane): Promise<void> {
  const { tuners, random, names, report } = lane;
  const [database, soft, hard] = names;
  // Unlike a symbolic link, a hard one can only be made to what is there.
  if (!existsSync(hard) && existsSync(database)) linkSync(database, hard);
  const there = existsSync(hard) ? names : [database, soft];
  const isIsolated = canIsolate && chance(lane, 0.5);
  const hasNoRoom = chance(lane, 0.1);
  const options: StartOptions = {
    database: there[Math.floor(random.next() * there.length)],
    report,
    mode: chance(lane, 0.5) ? 'new' : 'resume',
    isIsolated,
    ...(hasNoRoom ? { roomKiB: Math.ceil(random.next() * MOST_ROOM_KIB) } : {}),
  };
  const { child, end } = tuners.start(options);
  await new Promise((resolve) => setTimeout(resolve, random.next() * LONGEST_LIFE_MS));
  child.kill('SIGKILL');
  await end;
  figures.tuners++;
  if (child.signalCode === 'SIGKILL') figures.kills++;
  else figures.endedByThemselves++;
  if (isIsolated) figures.withOwnProcessNumbers++;
  if (hasNoRoom) figures.withoutRoom++;
  // Never before the header: who finds a log empty writes both at once.
  if (!chance(lane, 0.05) || !existsSync(database) || statSync(database).size === 0) return;
  appendFileSync(database, '\n{"record":"trial","trial":"0123');
  figures.halfRecords++;
}

async function wearOut(tuners: Tuners, name: string, kills: number, random: Random): Promise<void> {
  const names = ['', '-soft', '-hard'].map((end) => path.join(tuners.folder, `${name}${end}.jsonl`));
  symlinkSync(path.basename(names[0]), names[1]);
  const lane: Lane = { tuners, random, names, report: path.join(tuners.folder, `${name}.report`) };
  let left = kills;
  const worker = async () => {
    while (left-- > 0) await killOne(lane);
  };
  await Promise.all(Array.from({ length: 1 + Math.floor(random.next() * MOST_AT_ONCE) }, worker));
  const { output } = await tuners.start({ database: names[0], report: lane.report, trials: 1700 }).end;
  if (!/winner 7,3,9/.test(output)) {
    figures.unfinished.push(output, readFileSync(names[0], 'utf8').slice(0, 300));
  }
  const found = balance(names[0], lane.report);
  figures.databases++;
  figures.reported += found.reported;
  figures.kept += found.kept;
  figures.unreported += found.unreported;
  figures.damagedLines += found.damagedLines;
  figures.lost.push(...found.lost);
  figures.twice.push(...found.twice);
}

const tuners = Tuners.build(process.cwd());
const started = performance.now();
try {
  const databases = Math.ceil(Number(flags.kills) / KILLS_PER_DATABASE);
  let next = 0;
  const lane = async () => {
    for (let i = next++; i < databases; i = next++) {
      const random = new Random(Number(flags.seed) * 1000 + i);
      await wearOut(tuners, `trials-${i}`, KILLS_PER_DATABASE, random);
    }
  };
  await Promise.all(Array.from({ length: Number(flags.lanes) }, lane));
} finally {
  tuners.remove();
}
const seconds = Math.round((performance.now() - started) / 1000);
process.stdout.write(`${JSON.stringify({ ...figures, seconds }, null, 2)}\n`);
const isFine = [figures.lost, figures.twice, figures.unfinished].every(({ length }) => length === 0);
process.exitCode = isFine ? 0 : 1;
