// How good variants by input are at inputs that they were not made for, as tables and as a picture.

import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { chosen } from '../../src/adapt/choice.ts';
import { climb } from '../../src/adapt/g-adapt.ts';
import {
  type Chooser,
  gAdapt,
  learnVariants,
  leaveOneOut,
  nearestInput,
  type Sized,
  sharesOf,
  singleBest,
  variantsAndTree,
} from '../../src/adapt/leave-one-out.ts';
import { columnsOf, styleFor, table } from '../../src/report/layout.ts';
import { keyOf } from '../../src/space/space.ts';
import { openRecordedSpaces } from '../spaces/replay/open.ts';
import { leaveOneOutSvg } from './leave-one-out-svg.ts';
import { type SizedKernel, sizedFromRecord, sizedFromSpaces } from './sized-of.ts';

const VARIANTS = 4;

/** What is compared, by the titles of the columns. */
const METHODS: readonly (readonly [title: string, choose: Chooser])[] = [
  ['one', singleBest],
  ['nearest', nearestInput],
  ['G-ADAPT', gAdapt(false)],
  ['crossed', gAdapt(true)],
  ['adapt', variantsAndTree(VARIANTS)],
];

export interface Scored {
  readonly kernel: string;
  readonly inputs: number;
  readonly configurations: number;
  /** Shares of the best speed by method, geometric means over the inputs. */
  readonly shares: ReadonlyMap<string, number>;
}

function mean(shares: readonly number[]): number {
  // What cannot be run at all counts as a hundredth of the speed.
  return Math.exp(shares.reduce((sum, each) => sum + Math.log(Math.max(0.01, each)), 0) / shares.length);
}

/** Learnt from `known` with each input left out, scored by `truth`, which has the same inputs and points. */
function scored(kernel: SizedKernel, truth: Pick<Sized, 'times'> = kernel): Scored {
  const shares = new Map<string, number>([
    [
      'as it is',
      mean(
        sharesOf(
          truth,
          kernel.inputs.map(() => 0),
          0,
        ),
      ),
    ],
  ]);
  for (const [title, choose] of METHODS)
    shares.set(title, mean(sharesOf(truth, leaveOneOut(kernel, choose), 0)));
  const { inputs, points } = kernel;
  return { kernel: kernel.kernel, inputs: inputs.length, configurations: points.length, shares };
}

/** With the inputs and points of another, as far as both have them. */
function alignedTo(own: SizedKernel, other: SizedKernel): { own: SizedKernel; other: SizedKernel } {
  const keys = own.points.map(keyOf).filter((key) => other.points.some((point) => keyOf(point) === key));
  const inputs = own.inputs.filter((input) => other.inputs.some((each) => each.join() === input.join()));
  const cut = (kernel: SizedKernel): SizedKernel => ({
    ...kernel,
    inputs,
    points: keys.map((key) => kernel.points.find((point) => keyOf(point) === key)!),
    times: inputs.map((input) => {
      const row = kernel.times[kernel.inputs.findIndex((each) => each.join() === input.join())];
      return keys.map((key) => row[kernel.points.findIndex((point) => keyOf(point) === key)]);
    }),
  });
  return { own: cut(own), other: cut(other) };
}

/** What the model alone comes to: it predicts every input, so that none has to be left out. */
function byModel(predicted: SizedKernel, measured: SizedKernel): number {
  const { own, other } = alignedTo(predicted, measured);
  const { variants, choice } = learnVariants(own, VARIANTS);
  const choices = own.inputs.map((input) => variants[chosen(choice, own.space, { input })]);
  return mean(sharesOf(other, choices, 0));
}

function tableOf(rows: readonly Scored[]): string {
  const titles = [...new Set(rows.flatMap(({ shares }) => [...shares.keys()]))];
  const text = (share: number) => (share * 100).toFixed(1);
  const all = titles.map((title) => text(mean(rows.flatMap(({ shares }) => shares.get(title) ?? []))));
  const body = rows.map(({ kernel, inputs, configurations, shares }) => [
    kernel,
    String(inputs),
    String(configurations),
    ...titles.map((title) => (shares.has(title) ? text(shares.get(title)!) : '')),
  ]);
  const columns = columnsOf('kernel', '>inputs', '>configurations', ...titles.map((title) => `>${title}`));
  return table(columns, [...body, ['geometric mean', '', '', ...all]], styleFor(false));
}

/** The first stage of G-ADAPT, its search, over spaces that were measured whole. */
async function climbText(): Promise<string> {
  const { value: spaces = [] } = openRecordedSpaces(['bench/spaces/recorded']);
  const whole = spaces.filter(({ name }) => !/^sweep/.test(name));
  const [shares, parts]: [number[], number[]] = [[], []];
  for (const { points, times } of whole) {
    const { bestTime, tried } = await climb(points, async (asked) =>
      asked.map((point) => {
        const time = times[points.indexOf(point)];
        return Number.isFinite(time) ? time : undefined;
      }),
    );
    shares.push(Math.min(...times) / bestTime);
    parts.push(tried.length / points.count);
  }
  const share = (value: number) => `${(value * 100).toFixed(1)} %`;
  return `G-ADAPT's search as printed, over ${whole.length} spaces measured whole: ${share(mean(shares))} of the best speed (worst ${share(Math.min(...shares))}) after ${share(mean(parts))} of the configurations`;
}

function recordsOf(folder: string): Map<string, SizedKernel> {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')) : [];
  const kernels = files.sort().flatMap((file) => sizedFromRecord(path.join(folder, file)) ?? []);
  return new Map(kernels.map((kernel) => [kernel.kernel, kernel]));
}

/** The tables of docs/adapting.md and its picture. */
export async function leaveOneOutReport(): Promise<{ readonly text: string; readonly svg: string }> {
  const measured = recordsOf('bench/adapt/recorded');
  const predicted = recordsOf('bench/adapt/predicted');
  const parts: string[] = [];
  const drawn: { readonly title: string; readonly rows: readonly Scored[] }[] = [];
  if (measured.size > 0) {
    const rows = [...measured.values()].map((kernel) => {
      const row = scored(kernel);
      const model = predicted.get(kernel.kernel);
      return model ? { ...row, shares: new Map([...row.shares, ['by model', byModel(model, kernel)]]) } : row;
    });
    drawn.push({ title: 'measured on an H200', rows });
    parts.push(
      `Measured on an H200, learnt from measurements of the other inputs ("by model": from predictions alone)\n${tableOf(rows)}`,
    );
  }
  if (predicted.size > 0) {
    const rows = [...predicted.values()].map((kernel) => scored(kernel));
    if (measured.size === 0) drawn.push({ title: 'by the model, for an H200', rows });
    parts.push(
      `By the model for an H200, learnt from predictions of the other inputs and scored by predictions\n${tableOf(rows)}`,
    );
  }
  const spaces = sizedFromSpaces().map((kernel) => scored(kernel));
  parts.push(`Whole spaces at two or three sizes (bench/spaces), measured on an H200\n${tableOf(spaces)}`);
  parts.push(await climbText());
  return { text: `${parts.join('\n\n')}\n`, svg: leaveOneOutSvg(drawn) };
}
