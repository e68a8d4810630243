// Random control flow and little else: nested constructs that are left and gone on with from anywhere, and few values,
// most of them the same for all lanes until lanes part. More of these programs tell what goes wrong there than of
// those with arithmetic (random-program.ts), which seldom show what a lane brought along.

import { Builder } from '../../src/ir/builder.ts';
import type { ConstructId, Module, Region, ValueId } from '../../src/ir/ir.ts';
import type { Choose } from './random-program.ts';
import { buffer, privateArray, privateMemory, storage } from './wrap.ts';

/** Iterations after which an invocation returns, whatever loops it is in. */
const FUEL = 24;
/** Constructs around one that has none inside. */
const DEEPEST = 3;

interface Target {
  readonly id: ConstructId;
  readonly results: readonly ValueId[];
  /** Of a loop. */
  readonly parameters?: readonly ValueId[];
}

/** Each invocation folds what it comes by into the first of its 32 bytes of buffer 0. */
export function randomControl(choose: Choose, workgroupSize: number): Module {
  return new Generator(choose).module(workgroupSize);
}

class Generator {
  private readonly b = new Builder();
  private readonly choose: Choose;
  private readonly scope: ValueId[] = [];
  private readonly targets: Target[] = [];
  /** What parts the lanes. */
  private lane: ValueId = 0;
  private place: ValueId = 0;
  private budget = 12;

  constructor(choose: Choose) {
    this.choose = choose;
  }

  module(workgroupSize: number): Module {
    const { b } = this;
    const body = b.region(() => {
      const x = b.input('global_id_x');
      this.lane = b.pure('and', 'i32', [x, this.number(3)]);
      this.place = b.pure('shl', 'i32', [x, this.number(5)]);
      b.store(privateMemory(0), 'i32', this.number(0), [this.number(FUEL)]);
      this.scope.push(b.input('workgroup_id_x'));
      this.statements(4, false);
      b.emit({ kind: 'return' });
    });
    return {
      name: 'random',
      entryPoint: 'main',
      workgroupSize: [workgroupSize, 1, 1],
      buffers: [storage('data', 0), storage('input', 1, 'read')],
      variables: [privateArray('fuel', 4)],
      values: b.values,
      body,
      nextConstruct: b.nextConstruct,
      notes: b.notes,
    };
  }

  private number(value: number): ValueId {
    return this.b.constant('i32', value);
  }

  /** The lane's own number now and then, else what was last defined or a constant. */
  private pick(): ValueId {
    if (this.choose(10) === 0) return this.lane;
    if (this.choose(6) === 0) return this.number(this.choose(3));
    return this.scope[Math.max(0, this.scope.length - 1 - this.choose(3))];
  }

  private condition(): ValueId {
    const right = this.choose(3) > 0 ? this.lane : this.number(this.choose(4));
    return this.b.pure(this.choose(2) === 0 ? 'ult' : 'ieq', 'bool', [this.pick(), right]);
  }

  private statements(count: number, isPredicated: boolean): void {
    for (let i = 0; i < count && this.budget > 0; i++) {
      this.budget--;
      const isDeep = this.targets.length > DEEPEST;
      const kind = this.choose(isDeep ? 1 : isPredicated ? 4 : 7);
      if (kind === 0) this.scope.push(this.b.pure('iadd', 'i32', [this.pick(), this.number(1)]));
      else if (kind < 4) this.branch(isPredicated || this.choose(3) === 0);
      else if (kind < 6) this.loop();
      else this.block();
    }
  }

  private branch(isPredicated: boolean): void {
    const condition = this.condition();
    this.construct((target) => {
      const [then, otherwise] = [1, 2].map(() => this.inner(target, isPredicated));
      const mark = isPredicated ? { isPredicated } : {};
      this.b.emit({ kind: 'if', ...target, condition, then, otherwise, ...mark });
    });
  }

  private block(): void {
    this.construct((target) => this.b.emit({ kind: 'block', ...target, body: this.inner(target, false) }));
  }

  private loop(): void {
    const { b } = this;
    const parameters = this.newValues(1 + this.choose(2));
    const initial = parameters.map(() => this.pick());
    this.construct((target) => {
      const depth = this.scope.length;
      this.scope.push(...parameters);
      const body = this.inner({ ...target, parameters }, false, () => this.burn());
      this.scope.length = depth;
      b.emit({ kind: 'loop', ...target, initial, parameters, body });
    });
  }

  private newValues(count: number): ValueId[] {
    return Array.from({ length: count }, () => this.b.value('i32'));
  }

  private construct(emit: (target: Target) => void): void {
    const results = this.newValues(this.choose(3));
    emit({ id: this.b.construct(), results });
    this.scope.push(...results);
    for (const result of results) this.observe(result);
  }

  private inner(target: Target, isPredicated: boolean, start = (): void => {}): Region {
    const depth = this.scope.length;
    this.targets.push(target);
    const region = this.b.region(() => {
      start();
      if (this.choose(2) === 0) this.observe(this.pick());
      this.statements(target.parameters ? 1 + this.choose(3) : this.choose(3), isPredicated);
      this.leave(this.choose(2) === 0 ? target : this.targets[this.choose(this.targets.length)]);
    });
    this.targets.pop();
    this.scope.length = depth;
    return region;
  }

  private leave(target: Target): void {
    const { id, results, parameters } = target;
    const isNext = parameters !== undefined && this.choose(3) > 0;
    const values = isNext
      ? parameters.map((each) => (this.choose(3) === 0 ? each : this.pick()))
      : results.map(() => this.pick());
    this.b.emit({ kind: isNext ? 'next' : 'break', target: id, values });
  }

  /** Ends the invocation when its iterations are used up. */
  private burn(): void {
    const { b } = this;
    const zero = this.number(0);
    const [fuel] = b.load(privateMemory(0), 'i32', 1, zero);
    b.store(privateMemory(0), 'i32', zero, [b.pure('isub', 'i32', [fuel, this.number(1)])]);
    const id = b.construct();
    const then = b.region(() => b.emit({ kind: 'return' }));
    const otherwise = b.region(() => b.emit({ kind: 'break', target: id, values: [] }));
    b.emit({ kind: 'if', id, condition: b.pure('ieq', 'bool', [fuel, zero]), results: [], then, otherwise });
  }

  /** Folds a value into the invocation's word. */
  private observe(value: ValueId): void {
    const { b } = this;
    const [word] = b.load(buffer(0), 'i32', 1, this.place);
    const folded = b.pure('iadd', 'i32', [b.pure('imul', 'i32', [word, this.number(31)]), value]);
    b.store(buffer(0), 'i32', this.place, [folded]);
  }
}
