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
import plan from './plan.json' with { type: 'json' };
import { type SizedKernel, sizedFromRecord, sizedFromSpaces } from './sized-of.ts';

const VARIANTS = 4;
const BY_MODEL = 'by model';

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

const percent = (share: number) => (share * 100).toFixed(1);

function titlesOf(rows: readonly Scored[]): string[] {
  return [...new Set(rows.flatMap(({ shares }) => [...shares.keys()]))];
}

/** Geometric means over the kernels, by the titles of the columns; none where a kernel lacks the share. */
function meansOf(rows: readonly Scored[]): Map<string, number> {
  const whole = titlesOf(rows).filter((title) => rows.every(({ shares }) => shares.has(title)));
  return new Map(whole.map((title) => [title, mean(rows.map(({ shares }) => shares.get(title)!))]));
}

/** The rule of a kernel at the inputs that it was learnt from, and at the worst of those that it was not. */
function seenAndWorst(kernels: readonly SizedKernel[]): string {
  const seen = kernels.map((kernel) => {
    const { variants, choice } = learnVariants(kernel, VARIANTS);
    const choices = kernel.inputs.map((input) => variants[chosen(choice, kernel.space, { input })]);
    return { count: variants.length, share: mean(sharesOf(kernel, choices, 0)) };
  });
  const worst = kernels.map((kernel) => {
    const shares = sharesOf(kernel, leaveOneOut(kernel, variantsAndTree(VARIANTS)), 0);
    return `${kernel.kernel} ${percent(Math.min(...shares))}`;
  });
  const counts = seen.map(({ count }) => count);
  return [
    `adapt learnt from all inputs, at these: ${percent(mean(seen.map(({ share }) => share)))}, with ${Math.min(...counts)} to ${Math.max(...counts)} variants`,
    'adapt at the worst input left out of each:',
    `  ${worst.join(', ')}`,
  ].join('\n');
}

function tableOf(rows: readonly Scored[]): string {
  const titles = titlesOf(rows);
  const textsOf = (shares: ReadonlyMap<string, number>) =>
    titles.map((title) => (shares.has(title) ? percent(shares.get(title)!) : ''));
  const body = rows.map(({ kernel, inputs, configurations, shares }) => {
    return [kernel, String(inputs), String(configurations), ...textsOf(shares)];
  });
  const columns = columnsOf('kernel', '>inputs', '>configurations', ...titles.map((title) => `>${title}`));
  return table(columns, [...body, ['geometric mean', '', '', ...textsOf(meansOf(rows))]], styleFor(false));
}

function meansText(rows: readonly Scored[]): string {
  return [...meansOf(rows)].map(([title, share]) => `${title} ${percent(share)}`).join(', ');
}

/** The table without the kernels that are wrong at their inputs; what these are, and the means with them. */
function tableOfRight(rows: readonly Scored[]): string {
  const right = rightOf(rows);
  const wrong = rows.filter(({ kernel }) => wrongWith(kernel) !== undefined);
  const lines = wrong.map(({ kernel }) => `without ${kernel}: ${wrongWith(kernel)}`);
  if (wrong.length > 0) lines.push(`means with it: ${meansText(rows)}`);
  const part = right.filter(({ shares }) => shares.has(BY_MODEL));
  if (part.length > 0 && part.length < right.length)
    lines.push(`means over the ${part.length} that were predicted: ${meansText(part)}`);
  return [tableOf(right), ...lines].join('\n');
}

function rightOf(rows: readonly Scored[]): readonly Scored[] {
  return rows.filter(({ kernel }) => wrongWith(kernel) === undefined);
}

/** Shares among results that are wrong say nothing of speed. */
function wrongWith(kernel: string): string | undefined {
  return plan.kernels.find((each) => each.kernel === kernel)?.wrong;
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
      return model ? { ...row, shares: new Map([...row.shares, [BY_MODEL, byModel(model, kernel)]]) } : row;
    });
    const right = [...measured.values()].filter(({ kernel }) => wrongWith(kernel) === undefined);
    drawn.push({ title: 'measured on an H200', rows: rightOf(rows) });
    parts.push(
      `Measured on an H200, learnt from measurements of the other inputs ("${BY_MODEL}": from predictions alone)\n${tableOfRight(rows)}\n${seenAndWorst(right)}`,
    );
  }
  if (predicted.size > 0) {
    const rows = [...predicted.values()].map((kernel) => scored(kernel));
    if (measured.size === 0) drawn.push({ title: 'by the model, for an H200', rows: rightOf(rows) });
    parts.push(
      `By the model for an H200, learnt from predictions of the other inputs and scored by predictions\n${tableOfRight(rows)}`,
    );
  }
  const spaces = sizedFromSpaces().map((kernel) => scored(kernel));
  parts.push(`Whole spaces at two or three sizes (bench/spaces), measured on an H200\n${tableOf(spaces)}`);
  parts.push(await climbText());
  return { text: `${parts.join('\n\n')}\n`, svg: leaveOneOutSvg(drawn) };
}
