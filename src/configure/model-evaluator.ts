// The model as a search's evaluator: points become instances, equal instances are evaluated once, and what is
// refused on the way has its reason.

import type { Profile } from '../profile/profile.ts';
import type { Bottleneck, Evaluator, SpareOccupancy, Verdict } from '../search/cost.ts';
import { keyOf, type Point } from '../space/space.ts';
import type { Backend } from './backend.ts';
import { mostRegisters } from './evaluate.ts';
import { reasonOf } from './instantiate.ts';
import { type Instance, identityOf, type Tunable } from './tunable.ts';

/** Expected instances that wait for a processor at a time: each has to be made in this thread. */
const LANES = 4;

/** The model as an evaluator of points, for searches of your own. */
export class ModelEvaluator implements Evaluator {
  private readonly tunable: Tunable;
  private readonly backend: Backend;
  private readonly profile: Profile;
  private readonly later: Backend | undefined;
  private readonly byIdentity = new Map<string, Promise<Verdict>>();
  private readonly byKey = new Map<string, Promise<Verdict>>();

  /**
   * @param later asked for the bottlenecks that a search wants to know, where costs are to come without, which takes
   *   less time; left out, all costs have theirs
   */
  constructor(tunable: Tunable, backend: Backend, profile: Profile, later?: Backend) {
    this.tunable = tunable;
    this.backend = backend;
    this.profile = profile;
    this.later = later;
  }

  /** Kernels that were evaluated. */
  get kernels(): number {
    return this.byIdentity.size;
  }

  async evaluate(points: readonly Point[]): Promise<readonly Verdict[]> {
    return await Promise.all(points.map((point) => this.verdictOf(point)));
  }

  expect(points: Iterable<Point>): void {
    const open = points[Symbol.iterator]();
    for (let lane = 0; lane < LANES; lane++) void this.begin(open);
  }

  private async begin(open: Iterator<Point>): Promise<void> {
    const { backend, question } = this;
    if (backend.expect === undefined) return;
    for (let next = open.next(); !next.done; next = open.next()) {
      const instance = this.tunable.instantiate(next.value).value;
      if (instance) await backend.expect(question, instance);
    }
  }

  async spareOccupancy(point: Point): Promise<SpareOccupancy | undefined> {
    const instance = this.tunable.instantiate(point).value;
    return instance && (await this.backend.spareOccupancy(instance));
  }

  async bottleneck(point: Point): Promise<Bottleneck | undefined> {
    const instance = this.tunable.instantiate(point).value;
    return instance && (await (this.later ?? this.backend).evaluate(instance)).value?.cost.bottleneck;
  }

  mostRegisters(occupancyFraction: number): number {
    return mostRegisters(this.profile, occupancyFraction);
  }

  private get question(): 'time' | 'evaluate' {
    return this.later && this.backend.time ? 'time' : 'evaluate';
  }

  private verdictOf(point: Point): Promise<Verdict> {
    const key = keyOf(point);
    const known = this.byKey.get(key);
    if (known !== undefined) return known;
    const { value, diagnostics } = this.tunable.instantiate(point);
    const verdict =
      value === undefined
        ? Promise.resolve<Verdict>({ refusal: reasonOf(diagnostics) })
        : this.verdictOfInstance(value);
    this.byKey.set(key, verdict);
    return verdict;
  }

  private verdictOfInstance(instance: Instance): Promise<Verdict> {
    const identity = identityOf(instance);
    const known = this.byIdentity.get(identity);
    if (known !== undefined) return known.then((verdict) => ({ ...verdict, isRepeated: true }));
    const { backend } = this;
    const answer = this.question === 'time' ? backend.time!(instance) : backend.evaluate(instance);
    const verdict = answer.then(({ value, diagnostics }): Verdict => {
      if (value) return { cost: value.cost };
      // Without a word it came too late.
      return diagnostics.length === 0 ? {} : { refusal: reasonOf(diagnostics) };
    });
    this.byIdentity.set(identity, verdict);
    return verdict;
  }
}
