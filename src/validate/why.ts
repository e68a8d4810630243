// Why a prediction is off: the layers from the instructions to the time, each with the model's figure and the driver's,
// and the first at which the two part. A layer that can be taken over from the driver's code also says what the time
// would be with it, so that differences which nobody waits for are not blamed.

import type { Listing } from '../compilers/listing.ts';
import type { TimingInput } from '../emulate/device.ts';
import { predictTime } from '../emulate/estimate.ts';
import type { Forecast } from '../predict/predict.ts';
import type { Prediction } from '../predict/prediction.ts';
import { type AccessCount, accessCounts, accessesInCode } from './access-counts.ts';
import { isNear, type LayerRow, type Pair, type Recorded } from './layers.ts';
import { type LoopAgreement, loopAgreement, loopsOf, TOLERANCE } from './loops.ts';
import { type CodePart, codeParts } from './parts.ts';
import { withInstructions, withRegisters } from './replaced.ts';

/** In the order in which they are asked. */
export type WhyLayerName = 'instructions' | 'registers' | 'loops' | 'transactions' | 'timing';

export interface WhyLayer {
  readonly name: WhyLayerName;
  /** What the two figures count. */
  readonly of: string;
  readonly model?: number;
  /** Left out where nobody recorded it. */
  readonly driver?: number;
  /** (model - driver) / driver. */
  readonly difference?: number;
  /** Within 15 %, or so close that the share means nothing; left out where it cannot be said. */
  readonly agrees?: boolean;
  /** The time with the driver's in place of the model's, where that can be emulated. */
  readonly replacedNs?: number;
}

export interface Verdict {
  /** `nowhere` where the time is within 15 %; left out where measurement or code are missing. */
  readonly layer?: WhyLayerName | 'nowhere';
  readonly because: string;
}

/** Instructions that one line of the source became. */
export interface WhyLine {
  readonly line: number;
  readonly text: string;
  /** Of the model. The recorded code does not say what line it came from. */
  readonly inCode: number;
  readonly perWarp: number;
  /** Share of warp time, 0 to 1. */
  readonly timeFraction: number;
}

export interface Why {
  readonly schema: 'kernelcast/why@1';
  readonly name: string;
  readonly launch: string;
  readonly profile: string;
  readonly device: string;
  /** Whose code was recorded. */
  readonly driver?: string;
  readonly measuredNs?: number;
  readonly predictedNs: number;
  /** (predicted - measured) / measured. */
  readonly error?: number;
  readonly verdict: Verdict;
  readonly layers: readonly WhyLayer[];
  /** The time with all that can be taken over from the driver's code. */
  readonly allReplacedNs?: number;
  readonly groups?: LayerRow['groups'];
  readonly parts?: readonly Omit<CodePart, 'segments'>[];
  readonly lines: readonly WhyLine[];
  readonly registers: { readonly model: number; readonly driver?: number };
  readonly occupancy: {
    readonly model: Prediction['occupancy'];
    readonly driver?: Prediction['occupancy'];
  };
  readonly loops?: LoopAgreement;
  readonly accesses?: readonly AccessCount[];
  readonly instructions: Prediction['instructions'];
  /** Of the model: nobody records what the device moved. */
  readonly memory: Prediction['memory'];
  readonly stalls: Prediction['stalls'];
  readonly resources: Prediction['resources'];
  readonly bottleneck: Prediction['bottleneck'];
}

/** A launch with all that is known about it. */
export interface WhySubject {
  readonly name: string;
  readonly launch: string;
  readonly device: string;
  readonly driver?: string;
  readonly measuredNs?: number;
  readonly forecast: Forecast;
  readonly lines: readonly WhyLine[];
  readonly code?: { readonly recorded: Recorded; readonly row: LayerRow; readonly listing: Listing };
  /** Forecasts the launch anew without a behaviour of the compilers. */
  readonly without: (behaviour: string) => Forecast | undefined;
}

/** The driver's side of every layer, and what the time would be with it. */
interface Compared {
  readonly layers: readonly WhyLayer[];
  readonly parts?: readonly CodePart[];
  readonly accesses: readonly AccessCount[];
  readonly occupancy: Prediction['occupancy'];
  readonly allReplacedNs?: number;
}

export function whyOf(subject: WhySubject): Why {
  const { name, launch, device, driver, measuredNs, forecast, lines, code } = subject;
  const { prediction } = forecast;
  const error = measuredNs === undefined ? undefined : prediction.timeNs / measuredNs - 1;
  const compared = code && compare(subject, code);
  const layers = [...(compared?.layers ?? []), timingLayer(prediction.timeNs, measuredNs)];
  return {
    schema: 'kernelcast/why@1',
    name,
    launch,
    profile: prediction.profile,
    device,
    ...(driver === undefined ? {} : { driver }),
    ...(measuredNs === undefined ? {} : { measuredNs }),
    predictedNs: prediction.timeNs,
    ...(error === undefined ? {} : { error }),
    verdict: verdictOf(layers, code !== undefined, measuredNs),
    layers,
    ...(compared?.allReplacedNs === undefined ? {} : { allReplacedNs: compared.allReplacedNs }),
    ...(code ? { groups: code.row.groups } : {}),
    ...(compared?.parts ? { parts: compared.parts.map(({ segments: _, ...part }) => part) } : {}),
    lines,
    registers: {
      model: prediction.registersPerThread,
      ...(code ? { driver: code.row.registers.driver } : {}),
    },
    occupancy: { model: prediction.occupancy, ...(compared ? { driver: compared.occupancy } : {}) },
    ...(code?.row.loops ? { loops: code.row.loops } : {}),
    ...(compared ? { accesses: compared.accesses } : {}),
    instructions: prediction.instructions,
    memory: prediction.memory,
    stalls: prediction.stalls,
    resources: prediction.resources,
    bottleneck: prediction.bottleneck,
  };
}

function compare(subject: WhySubject, code: NonNullable<WhySubject['code']>): Compared {
  const { recorded, row, listing } = code;
  const { program, timing, prediction } = subject.forecast;
  const timeOf = (changed: TimingInput) => predictTime(changed);
  const parts = codeParts(timing.trace, recorded, listing);
  const known = { parts, loops: row.loops };
  const hasOther = ({ model, driver }: Pair) => model !== driver;
  const isResized = parts?.some(({ instructions }) => hasOther(instructions)) ?? false;
  const sized = parts && isResized ? withInstructions(timing, parts, listing) : timing;
  const { driver: registers } = row.registers;
  const isOther = hasOther(row.registers);
  const inDriversRegisters = isOther ? timeOf(withRegisters(timing, registers)) : undefined;
  const accesses = accessCounts(program, recorded.code.opcodes, listing);
  const rolledNs = timeWithLoopsLeft(subject, code);
  return {
    layers: [
      {
        ...countLayer('instructions', '', row.instructions, known, ({ perWarp }) => perWarp),
        ...(isResized ? { replacedNs: timeOf(sized).timeNs } : {}),
      },
      {
        ...layer('registers', 'per thread', row.registers),
        ...(inDriversRegisters ? { replacedNs: inDriversRegisters.timeNs } : {}),
      },
      { ...loopLayer(row.loops), ...(rolledNs === undefined ? {} : { replacedNs: rolledNs }) },
      countLayer(
        'transactions',
        'accesses ',
        accessesInCode(accesses),
        known,
        (part) => part.accessesPerWarp,
      ),
    ],
    ...(parts ? { parts } : {}),
    accesses,
    occupancy: inDriversRegisters?.occupancy ?? prediction.occupancy,
    ...(isResized && isOther ? { allReplacedNs: timeOf(withRegisters(sized, registers)).timeNs } : {}),
  };
}

function layer(name: WhyLayerName, of: string, pair: Pair): WhyLayer {
  const { model, driver } = pair;
  const difference = driver === 0 ? {} : { difference: model / driver - 1 };
  return { name, of, model, driver, ...difference, agrees: isNear(pair) };
}

/**
 * What a warp executes where the parts can be compared; else what is in the code, where copies of a body that was
 * unrolled otherwise are no more or less of anything.
 */
function countLayer(
  name: WhyLayerName,
  what: string,
  inCode: Pair,
  { parts, loops }: { parts: readonly CodePart[] | undefined; loops: LoopAgreement | undefined },
  of: (part: CodePart) => Pair,
): WhyLayer {
  if (parts) {
    const sum = (side: keyof Pair) => parts.reduce((all, part) => all + of(part)[side], 0);
    return layer(name, `${what}per warp`, { model: sum('model'), driver: sum('driver') });
  }
  const { agrees, ...counted } = layer(name, `${what}in the code`, inCode);
  return loops && loops.right < loops.total ? counted : { ...counted, agrees: agrees! };
}

/** One that was unrolled otherwise is a difference, whatever share of them it is. */
function loopLayer(loops: LoopAgreement | undefined): WhyLayer {
  const of = 'unrolled alike';
  if (!loops) return { name: 'loops', of };
  const pair = { model: loops.right, driver: loops.total };
  return { ...layer('loops', of, pair), agrees: loops.right === loops.total };
}

function timingLayer(model: number, driver: number | undefined): WhyLayer {
  if (driver === undefined) return { name: 'timing', of: 'ns', model };
  const difference = model / driver - 1;
  return { name: 'timing', of: 'ns', model, driver, difference, agrees: Math.abs(difference) <= TOLERANCE };
}

/** The driver left loops that the model unrolls: the time without unrolling, if that gives more of its loops. */
function timeWithLoopsLeft(
  { without }: WhySubject,
  { recorded: { loops: recorded }, row: { loops: agreement }, listing }: NonNullable<WhySubject['code']>,
): number | undefined {
  if (!recorded || !agreement || agreement.right === agreement.total) return undefined;
  const other = without('unrolling');
  if (!other) return undefined;
  const rolled = loopAgreement(loopsOf(other.program, listing), recorded.left, recorded.ofSource);
  return rolled.right > agreement.right ? other.prediction.timeNs : undefined;
}

/** A layer that can be replaced is to blame when doing so takes away this share of the error. */
const SHARE_OF_ERROR = 0.25;

/** The first layer that differs and whose difference is not known to matter little; else the timing. */
export function verdictOf(
  layers: readonly WhyLayer[],
  hasCode: boolean,
  measuredNs: number | undefined,
): Verdict {
  const timing = layers.at(-1)!;
  if (measuredNs === undefined) return { because: 'it was not measured there' };
  if (timing.agrees) return { layer: 'nowhere', because: 'the time agrees within 15 %' };
  if (!hasCode) return { because: "no code of the driver's is recorded" };
  const matters = ({ replacedNs }: WhyLayer) =>
    replacedNs === undefined ||
    Math.abs(replacedNs - measuredNs) <= (1 - SHARE_OF_ERROR) * Math.abs(timing.model! - measuredNs);
  const differing = layers.slice(0, -1).filter(({ agrees }) => agrees === false);
  const found = differing.find(matters);
  if (found) return { layer: found.name, because: becauseOf(found, measuredNs) };
  const unknown = layers.filter(({ agrees }) => agrees === undefined).map(({ name }) => name);
  const unsaid = unknown.length > 0 ? `; ${unknown.join(' and ')} cannot be compared` : '';
  if (differing.length === 0) return { layer: 'timing', because: `the code agrees${unsaid}` };
  const names = differing.map(({ name }) => name).join(' and ');
  return { layer: 'timing', because: `the driver's ${names} would change little${unsaid}` };
}

function becauseOf({ name, of, model, driver, replacedNs }: WhyLayer, measuredNs: number): string {
  if (name === 'loops') return `${model} of ${driver} ${of}`;
  const percent = replacedNs === undefined ? 0 : Math.round(100 * (replacedNs / measuredNs - 1));
  const sign = percent > 0 ? '+' : '';
  const effect = replacedNs === undefined ? '' : `; with them it would be off by ${sign}${percent} %`;
  return `${Math.round(model!)} against the driver's ${Math.round(driver!)} ${of}${effect}`;
}
