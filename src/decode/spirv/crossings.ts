// Values that are used where they are out of scope in structured code: computed inside a loop or an arm, and used
// after it. They cross in private variables, stored where they are computed and loaded where they are used.

import type { Graph } from './blocks.ts';
import { lengthAt, opcodeAt, type SpirvModule, spanAt } from './module.ts';
import { Op } from './opcodes.ts';
import { forEachId, resultAt } from './operands.ts';
import type { Placement } from './placement.ts';
import { invalid } from './problems.ts';

export interface Crossings {
  /** Ids that some block gets through a variable. */
  readonly stored: ReadonlySet<number>;
  /** By block: the ids that it loads at its start. */
  readonly loaded: readonly (readonly number[])[];
}

const NONE: readonly number[] = [];

export function findCrossings(module: SpirvModule, graph: Graph, placement: Placement): Crossings {
  const finder = new Finder(module, graph, placement);
  finder.find();
  return finder.result();
}

class Finder {
  private readonly module: SpirvModule;
  private readonly graph: Graph;
  private readonly placement: Placement;
  /** The block that defines each id, and the instruction. */
  private readonly definers = new Map<number, number>();
  private readonly definitions = new Map<number, number>();
  private readonly stored = new Set<number>();
  private readonly loaded: (Set<number> | undefined)[];

  constructor(module: SpirvModule, graph: Graph, placement: Placement) {
    this.module = module;
    this.graph = graph;
    this.placement = placement;
    this.loaded = new Array(graph.blocks.length);
  }

  find(): void {
    this.forEach((block, at) => {
      const id = resultAt(this.module, at);
      if (id === 0) return;
      this.definers.set(id, block);
      this.definitions.set(id, at);
    });
    this.forEach((block, at) => {
      if (opcodeAt(this.module, at) === Op.phi) this.phi(at);
      else forEachId(this.module, at, (id) => this.use(id, block, at));
    });
  }

  result(): Crossings {
    const loaded = Array.from(this.loaded, (ids, block) =>
      ids ? [...ids].filter((id) => !this.isLoadedAround(id, block)) : NONE,
    );
    return { stored: this.stored, loaded };
  }

  /** A block in whose scope this one is loads the value already. Loading it again would hide that from others. */
  private isLoadedAround(id: number, block: number): boolean {
    const { scopes } = this.placement;
    for (let current = block; current > 0; ) {
      current = scopes[current];
      if (this.loaded[current]?.has(id)) return true;
    }
    return false;
  }

  private forEach(visit: (block: number, at: number) => void): void {
    this.graph.blocks.forEach(({ start, terminator }, index) => {
      for (let at = start; at <= terminator; at += lengthAt(this.module, at)) visit(index, at);
    });
  }

  /** What a phi takes is used at the end of the block that it comes from. */
  private phi(at: number): void {
    const { words } = this.module;
    const end = at + lengthAt(this.module, at);
    for (let k = at + 3; k + 1 < end; k += 2) {
      const from = this.graph.indices.get(words[k + 1]);
      if (from !== undefined) this.use(words[k], from, Number.POSITIVE_INFINITY);
    }
  }

  private use(id: number, block: number, at: number): void {
    const definer = this.definers.get(id);
    if (definer === undefined) return;
    const isBefore =
      definer === block ? this.definitions.get(id)! < at : this.placement.dominates(definer, block);
    if (!isBefore) {
      const place = Number.isFinite(at) ? at : this.graph.blocks[block].terminator;
      invalid('dominance', `%${id} is used where it need not have been computed`, spanAt(this.module, place));
    }
    if (definer === block || this.placement.isVisible(definer, block)) return;
    this.stored.add(id);
    const loaded = (this.loaded[block] ??= new Set());
    loaded.add(id);
  }
}
