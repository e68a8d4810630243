// A configuration as files that serve every input. Where a kernel was transformed, its text may hang on the input: one
// whose counts a factor divides needs no guard, another does. What is shipped is the text with all the guards that any
// input asks for, and a launch file whose numbers follow from the params.

import { reasonOf } from '../configure/instantiate.ts';
import { launchFileOf, type Placement } from '../configure/launch-file.ts';
import type { Instance, Tunable } from '../configure/tunable.ts';
import type { Launch } from '../launch/launch.ts';
import { parseLaunch } from '../launch/parse.ts';
import { type Configuration, type Point, pointOf } from '../space/space.ts';

/** The kernel at an input, or undefined where its launch has none. */
export type OpenAt = (params: Readonly<Record<string, string>>) => Tunable | undefined;

export interface Shipped {
  /** Where the text comes from. */
  readonly tunable: Tunable;
  readonly point: Point;
  readonly instance: Instance;
  /** Params of that input, which the launch file has as its own. */
  readonly params: Readonly<Record<string, string>>;
}

/** Where a configuration is at home. */
interface Home extends Shipped {
  readonly overrides: ReadonlySet<string>;
}

/**
 * The text of a configuration for all inputs, or why there is none.
 * @param inputs by their params: those that the text has to serve, and as many others as make sure
 */
export function shippedOf(
  configuration: Configuration,
  openAt: OpenAt,
  inputs: readonly Readonly<Record<string, string>>[],
): Shipped | string {
  let reason = 'no input has a kernel';
  const homes = inputs.flatMap((params): Home[] => {
    const tunable = openAt(params);
    const point = tunable && pointOf(tunable.space, configuration);
    if (tunable === undefined || point === undefined || tunable.points.indexOf(point) < 0) return [];
    const { value: instance, diagnostics } = tunable.instantiate(point);
    if (instance === undefined) reason = reasonOf(diagnostics);
    return instance === undefined
      ? []
      : [{ tunable, point, instance, params, overrides: overridesOf(instance) }];
  });
  if (homes.length === 0) return reason;
  const general = homes.reduce((a, b) => (b.overrides.size > a.overrides.size ? b : a));
  const lacking = homes.find(({ overrides }) => [...overrides].some((name) => !general.overrides.has(name)));
  return lacking === undefined ? general : 'its text differs from input to input';
}

function overridesOf({ source }: Instance): ReadonlySet<string> {
  return new Set([...source.matchAll(/^\s*(?:@id\(\d+\)\s*)?override\s+(\w+)/gm)].map((match) => match[1]));
}

/** The launch file of what is shipped, beside whose shader it lies. */
export function shippedLaunchText(
  { tunable, point, instance, params }: Shipped,
  placement: Omit<Placement, 'params'>,
) {
  return launchFileOf(tunable, point, instance, { ...placement, params });
}

/**
 * What the files mean at an input: undefined where they have no kernel there, or another dispatch than the configuration
 * asks for.
 * @param text of the launch file, as if it lay beside the original
 */
export function shippedAt(
  { instance }: Shipped,
  text: string,
  file: string,
  params: Readonly<Record<string, string>>,
  wanted: Launch['dispatch'],
): Instance | undefined {
  const launch = parseLaunch(text, file, { params }).value;
  if (launch === undefined || launch.dispatch.some((count, axis) => count !== wanted[axis])) return undefined;
  const { shaderPath, entryPoint } = instance.launch;
  return {
    launch: { ...launch, shaderPath, ...(entryPoint === undefined ? {} : { entryPoint }) },
    source: instance.source,
  };
}
