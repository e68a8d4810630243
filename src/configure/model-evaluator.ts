// The model as a search's evaluator: points become instances, equal instances are evaluated once, and what is
// refused on the way has its reason.

import type { Profile } from '../profile/profile.ts';
import type { Evaluator, SpareOccupancy, Verdict } from '../search/cost.ts';
import { keyOf, type Point } from '../space/space.ts';
import type { Backend } from './backend.ts';
import { mostRegisters } from './evaluate.ts';
import { reasonOf } from './instantiate.ts';
import { type Instance, identityOf, type Tunable } from './tunable.ts';

/** The model as an evaluator of points, for searches of your own. */
export class ModelEvaluator implements Evaluator {
  private readonly tunable: Tunable;
  private readonly backend: Backend;
  private readonly profile: Profile;
  private readonly byIdentity = new Map<string, Promise<Verdict>>();
  private readonly byKey = new Map<string, Promise<Verdict>>();

  constructor(tunable: Tunable, backend: Backend, profile: Profile) {
    this.tunable = tunable;
    this.backend = backend;
    this.profile = profile;
  }

  /** Kernels that were evaluated. */
  get kernels(): number {
    return this.byIdentity.size;
  }

  async evaluate(points: readonly Point[]): Promise<readonly Verdict[]> {
    return await Promise.all(points.map((point) => this.verdictOf(point)));
  }

  async spareOccupancy(point: Point): Promise<SpareOccupancy | undefined> {
    const instance = this.tunable.instantiate(point).value;
    return instance && (await this.backend.spareOccupancy(instance));
  }

  mostRegisters(occupancyFraction: number): number {
    return mostRegisters(this.profile, occupancyFraction);
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
    const verdict = this.backend.evaluate(instance).then(({ value, diagnostics }): Verdict => {
      if (value) return { cost: value.cost };
      // Without a word it came too late.
      return diagnostics.length === 0 ? {} : { refusal: reasonOf(diagnostics) };
    });
    this.byIdentity.set(identity, verdict);
    return verdict;
  }
}
