// From what a survey found to what is shipped: variants whose text serves all inputs, with the times of that text.

import { type Adaptation, adaptTo } from '../adapt/adaptation.ts';
import { type InputSpace, paramsOfInput } from '../adapt/input-space.ts';
import { latinHypercube } from '../adapt/sample-inputs.ts';
import { type Shipped, shippedAt, shippedLaunchText, shippedOf } from '../adapt/shipped.ts';
import { keyOf, type Survey } from '../adapt/survey.ts';
import { Random } from '../space/random.ts';
import { type Configuration, pointOf } from '../space/space.ts';
import type { Surveying } from './adapt.ts';
import type { Sizes } from './adapt-sizes.ts';

export interface Settling {
  readonly space: InputSpace;
  readonly sizes: Sizes;
  readonly surveying: readonly Surveying[];
  /** Variants at most. */
  readonly most: number;
  readonly seed: number;
}

export interface Settled {
  readonly adaptation: Adaptation;
  /** Of each variant, in their order. */
  readonly shipped: readonly Shipped[];
  readonly notes: readonly string[];
}

/** Inputs besides those of the survey for which texts are compared: nothing is predicted for them. */
const FURTHER = 32;

/** Chooses; what cannot be shipped is left out, what ships with another text gets its times, and it is chosen again. */
export async function settle(found: Survey, settling: Settling): Promise<Settled> {
  const { space, surveying, most, seed } = settling;
  const further = latinHypercube(space, FURTHER, new Random(seed).fork('texts'));
  const inputs = [...found.inputs, ...further].map((input) => paramsOfInput(space, input));
  const known = new Map<string, Shipped>();
  const notes: string[] = [];
  const targets = surveying.map(({ target }) => target);
  for (let survey = found; ; ) {
    const adaptation = adaptTo(space, targets, survey, most);
    const open = adaptation.variants.find((each) => !known.has(keyOf(each)));
    if (open === undefined)
      return { adaptation, shipped: adaptation.variants.map((each) => known.get(keyOf(each))!), notes };
    const shipped = shippedOf(open, (params) => settling.sizes.with(params).value, inputs);
    const at = survey.candidates.indexOf(open);
    if (typeof shipped === 'string') {
      notes.push(`${wordsOf(open)} is left out: ${shipped}`);
      survey = without(survey, at);
      continue;
    }
    known.set(keyOf(open), shipped);
    survey = await retimed(survey, at, shipped, settling);
  }
}

function wordsOf(configuration: Configuration): string {
  return Object.entries(configuration)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

function without(survey: Survey, at: number): Survey {
  const kept = <T>(all: readonly T[]): T[] => all.filter((_, each) => each !== at);
  const timesNs = survey.timesNs.map((ofInput) => ofInput.map(kept));
  return { ...survey, candidates: kept(survey.candidates), timesNs };
}

/** With the times of what is shipped wherever its text is not the input's own. */
async function retimed(
  survey: Survey,
  at: number,
  shipped: Shipped,
  { space, sizes, surveying }: Settling,
): Promise<Survey> {
  const file = shipped.tunable.launch.file;
  const text = shippedLaunchText(shipped, {
    file,
    shader: shipped.instance.launch.shaderPath,
    move: (each) => each,
  });
  const timesNs = survey.timesNs.map((ofInput) => ofInput.map((times) => [...times]));
  for (const [row, input] of survey.inputs.entries()) {
    const own = sizes.at(input).value!;
    const point = pointOf(own.space, survey.candidates[at]);
    const instance = point && own.instantiate(point).value;
    if (instance === undefined || codeOf(instance.source) === codeOf(shipped.instance.source)) continue;
    const params = paramsOfInput(space, input);
    const now = shippedAt(shipped, text, file, params, instance.launch.dispatch);
    for (const [device, { timeOf }] of surveying.entries())
      timesNs[row][device][at] = now && (await timeOf(now, input));
  }
  return { ...survey, timesNs };
}

/** Without comments, which tell numbers of an input. */
function codeOf(source: string): string {
  return source.replace(/\/\/.*$/gm, '');
}
