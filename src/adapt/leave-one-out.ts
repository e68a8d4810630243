// How good a way of choosing is at an input that it has not seen: each input is left out in turn, the others are learnt
// from, and what is then chosen for it is held against the best there.

import type { Parameter, Point } from '../space/space.ts';
import { type Choice, type ChoiceOptions, chosen, learnChoice } from './choice.ts';
import { bestSet, fewestSet, type Losses, lossesOf } from './choose-variants.ts';
import { columnOf, type Feature, featuresOf } from './features.ts';
import { adapt } from './g-adapt.ts';
import { distance, type Input, type InputSpace } from './input-space.ts';

/** The same configurations at several inputs. */
export interface Sized {
  readonly space: InputSpace;
  readonly inputs: readonly Input[];
  readonly parameters: readonly Parameter[];
  readonly points: readonly Point[];
  /** By input and point, in any unit; undefined where it cannot be run. */
  readonly times: readonly (readonly (number | undefined)[])[];
}

/**
 * Chooses a configuration for each input of `asked`, as its index among the points.
 * @param known what is learnt from
 */
export type Chooser = (known: Sized, asked: readonly Input[]) => readonly number[];

/** What is chosen for each input when it is left out of what is learnt from. */
export function leaveOneOut(sized: Sized, choose: Chooser): number[] {
  return sized.inputs.map((input, at) => choose(without(sized, at), [input])[0]);
}

function without(sized: Sized, left: number): Sized {
  const kept = <T>(all: readonly T[]): T[] => all.filter((_, at) => at !== left);
  return { ...sized, inputs: kept(sized.inputs), times: kept(sized.times) };
}

/**
 * Share of the best speed that each choice has.
 * @param instead what is run where the choice cannot be, as the index of a point
 */
export function sharesOf(
  { times }: Pick<Sized, 'times'>,
  choices: readonly number[],
  instead: number,
): number[] {
  return times.map((ofInput, at) => {
    const best = Math.min(...ofInput.map((time) => time ?? Number.POSITIVE_INFINITY));
    const time = ofInput[choices[at]] ?? ofInput[instead];
    return time === undefined ? 0 : best / time;
  });
}

/** One configuration for all: the one that loses least over the known inputs. */
export const singleBest: Chooser = (known, asked) => {
  const [single] = bestSet(lossesOf(known.times), 1);
  return asked.map(() => single);
};

/** The best of the nearest known input. */
export const nearestInput: Chooser = ({ space, inputs, times }, asked) => {
  const bests = bestsOf(lossesOf(times));
  return asked.map((input) => {
    const away = inputs.map((each) => distance(space, each, input));
    return bests[away.indexOf(Math.min(...away))];
  });
};

/** G-ADAPT's regression trees; `crossed`: over products and ratios of params, too, by their logarithms. */
export function gAdapt(crossed: boolean): Chooser {
  return ({ space, inputs, parameters, points, times }, asked) => {
    const features = crossed ? featuresOf(space) : [];
    const rowOf = (input: Input) => (crossed ? columnsOf(features, space, input) : [...input]);
    const bests = bestsOf(lossesOf(times)).map((best) => points[best]);
    const { versionFor } = adapt(parameters, inputs.map(rowOf), bests);
    return asked.map((input) => points.indexOf(versionFor(rowOf(input))));
  };
}

/** At most `most` variants, and a decision tree that picks one. */
export function variantsAndTree(most: number, options?: ChoiceOptions): Chooser {
  return (known, asked) => {
    const { variants, choice } = learnVariants(known, most, options);
    return asked.map((input) => variants[chosen(choice, known.space, { input })]);
  };
}

/** A further variant has to save so much on average, as the logarithm of the ratio of times. */
export const VARIANT_TOLERANCE = 0.005;

/** The variants, as indices of points, and the choice among them, whose variants are indices of these. */
export function learnVariants(
  { space, inputs, times }: Pick<Sized, 'space' | 'inputs' | 'times'>,
  most: number,
  options?: ChoiceOptions,
): { readonly variants: readonly number[]; readonly choice: Choice } {
  const losses = lossesOf(times);
  const variants = fewestSet(losses, most, VARIANT_TOLERANCE);
  const ofVariants = losses.map((ofInput) => variants.map((each) => ofInput[each]));
  const situations = inputs.map((input) => ({ input }));
  return { variants, choice: learnChoice(space, featuresOf(space), situations, ofVariants, options) };
}

function columnsOf(features: readonly Feature[], space: InputSpace, input: Input): number[] {
  return features.map((feature) => columnOf(feature, space, input));
}

function bestsOf(losses: Losses): number[] {
  return losses.map((ofInput) => ofInput.indexOf(Math.min(...ofInput)));
}
