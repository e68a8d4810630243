// Generated code for a part of a segment: one JavaScript function that runs its chunks for the lanes of a
// mask. Predicated `if`s become JavaScript `if`s inside the loop over the lanes.

import { unreachable } from '../diagnostics/diagnostic.ts';
import type {
  BoundInstruction,
  Builtin,
  IfInstruction,
  InputInstruction,
  Instruction,
  Region,
  SubgroupInstruction,
  SwitchInstruction,
  Terminator,
  ValueId,
} from '../ir/ir.ts';
import { subgroupOps } from '../ir/subgroup-ops.ts';
import { isTerminator, operandsOf, regionsOf, resultsOf } from '../ir/walk.ts';
import { writeAtomic, writeLaneLoad, writeStore, writeUniformLoad } from './access-code.ts';
import { pureExpression } from './expressions.ts';
import { type Chunk, FIXED_LANE_ROWS, LOCAL_X, LOCAL_Y, LOCAL_Z, type Part } from './plan.ts';
import { writeTexture } from './texture-code.ts';
import { arenaOf, arenaRow, ChunkWriter, type Generation, writeUniform } from './writer.ts';

/** Writes the parts of one segment; accesses are counted across them. */
export class SegmentWriter {
  private readonly generation: Generation;
  /** Results of the constructs inside the segment, by construct. */
  private readonly localResults = new Map<number, readonly ValueId[]>();
  private accessIndex = 0;
  private writer: ChunkWriter;

  constructor(generation: Generation) {
    this.generation = generation;
    this.writer = new ChunkWriter(generation, new Set());
  }

  /** How many memory accesses the parts written so far contain. */
  get accessCount(): number {
    return this.accessIndex;
  }

  /** The body of the function of a part; it returns the mask of the lanes that get to its end. */
  part(part: Part): string[] {
    const declared = new Set<string>();
    const lines = part.chunks.flatMap((chunk) => {
      this.writer = new ChunkWriter(this.generation, declared);
      this.chunk(chunk);
      return this.writer.finish();
    });
    return [...lines, 'return M;'];
  }

  private chunk(chunk: Chunk): void {
    for (const instruction of chunk.instructions) {
      if (isTerminator(instruction)) this.finalTerminator(instruction);
      else this.instruction(instruction);
    }
    if (chunk.subgroup) this.subgroup(chunk.subgroup);
    if (chunk.enters) this.assignAll(chunk.enters.parameters, chunk.enters.initial, undefined);
  }

  private instruction(instruction: Instruction): void {
    const { writer } = this;
    if (isComputation(instruction) && !this.isWanted(resultsOf(instruction)[0])) return;
    switch (instruction.kind) {
      case 'pure': {
        const operands = instruction.operands.map((operand) => writer.use(operand));
        const { helpers } = this.generation;
        const text = pureExpression(instruction, operands, (value) => writer.typeOf(value), helpers);
        this.define(instruction.result, this.insideOfRange(instruction.result, text));
        return;
      }
      case 'input':
        this.define(instruction.result, this.input(instruction));
        return;
      case 'bound':
        this.define(instruction.result, this.bound(instruction));
        return;
      case 'arrayLength':
        this.define(instruction.result, `L${instruction.buffer}`);
        return;
      case 'load':
        if (writer.laneDepth === 0 && writer.isUniform(instruction.results[0])) {
          writeUniformLoad(writer, instruction, this.accessIndex++);
        } else {
          writeLaneLoad(writer, instruction, this.accessIndex++);
        }
        return;
      case 'store':
        writeStore(writer, instruction, this.accessIndex++);
        return;
      case 'atomic':
        writeAtomic(writer, instruction, this.accessIndex++);
        return;
      case 'texture':
        writeTexture(writer, instruction, this.accessIndex++);
        return;
      case 'textureQuery': {
        const level = instruction.level === undefined ? '0' : writer.use(instruction.level);
        this.define(instruction.result, `T${instruction.buffer}.query('${instruction.query}', ${level})`);
        return;
      }
      case 'if':
        this.predicated(instruction, () => this.predicatedIf(instruction));
        return;
      case 'switch':
        this.predicated(instruction, () => this.predicatedSwitch(instruction));
        return;
      case 'block':
        this.predicated(instruction, () => this.region(instruction.body));
        return;
      default:
        unreachable(`${instruction.kind} inside a segment`);
    }
  }

  /** A product that would wrap leads outside of every buffer instead: see scaled-indices.ts. */
  private insideOfRange(result: ValueId, text: string): string {
    const scaled = this.generation.plan.scaledIndices.get(result);
    if (!scaled) return text;
    const index = this.writer.use(scaled.index);
    return `(${index} + ${-scaled.least}) >>> 0 < ${scaled.count} ? ${text} : OUTSIDE`;
  }

  private isWanted(value: ValueId): boolean {
    return this.generation.steering.hasValue(value);
  }

  private define(result: ValueId, text: string): void {
    const { writer } = this;
    if (writer.laneDepth === 0 && writer.isUniform(result)) {
      writer.head.push(`const ${writer.defineUniform(result)} = ${text};`);
      writer.keep(result);
      return;
    }
    writer.lane.push(`const ${writer.defineInLane(result)} = ${text};`);
    if (writer.laneDepth === 0) writer.keep(result);
  }

  private input(instruction: InputInstruction): string {
    const { plan } = this.generation;
    const [x, y, z] = plan.program.module.workgroupSize;
    const row = (index: number): string => {
      const isUniform = plan.isUniform[instruction.result];
      return `I[${index * plan.subgroupSize}${isUniform ? '' : ' + l'}]`;
    };
    const words = FIXED_LANE_ROWS * plan.subgroupSize;
    const texts: Record<Builtin, string> = {
      local_id_x: row(LOCAL_X),
      local_id_y: row(LOCAL_Y),
      local_id_z: row(LOCAL_Z),
      local_index: plan.isUniform[instruction.result] ? `I[${words}]` : `I[${words}] + l`,
      workgroup_id_x: 'WX',
      workgroup_id_y: 'WY',
      workgroup_id_z: 'WZ',
      global_id_x: `(Math.imul(WX, ${x}) + ${row(LOCAL_X)}) | 0`,
      global_id_y: `(Math.imul(WY, ${y}) + ${row(LOCAL_Y)}) | 0`,
      global_id_z: `(Math.imul(WZ, ${z}) + ${row(LOCAL_Z)}) | 0`,
      num_workgroups_x: 'NX',
      num_workgroups_y: 'NY',
      num_workgroups_z: 'NZ',
      subgroup_size: `${plan.subgroupSize}`,
      subgroup_lane: 'l',
      subgroup_id: `I[${words + 1}]`,
      num_subgroups: `${Math.ceil((x * y * z) / plan.subgroupSize)}`,
    };
    return texts[instruction.builtin];
  }

  private bound(instruction: BoundInstruction): string {
    const index = this.writer.use(instruction.index);
    const { size } = instruction;
    if ('constant' in size) {
      return `${index} >>> 0 < ${size.constant} ? ${index} : ${Math.max(0, size.constant - 1) | 0}`;
    }
    const length = `L${size.buffer}`;
    return `${index} >>> 0 < ${length} >>> 0 ? ${index} : ${length} === 0 ? 0 : (${length} - 1) | 0`;
  }

  private predicated(instruction: Instruction & { readonly id: number }, body: () => void): void {
    const { writer } = this;
    const inside = new Set<ValueId>();
    for (const value of usesInside(instruction, inside)) {
      if (!inside.has(value) && this.isWanted(value)) writer.use(value);
    }
    const results = resultsOf(instruction);
    for (const result of results) {
      if (!this.isWanted(result)) continue;
      const initial = writer.typeOf(result) === 'bool' ? 'false' : '0';
      writer.lane.push(`let ${writer.defineInLane(result)} = ${initial};`);
    }
    this.localResults.set(instruction.id, results);
    writer.laneDepth++;
    writer.lane.push(`c${instruction.id}: {`);
    body();
    writer.lane.push('}');
    writer.laneDepth--;
    if (writer.laneDepth === 0) {
      for (const result of results) if (this.isWanted(result)) writer.keep(result);
    }
  }

  private predicatedIf(instruction: IfInstruction): void {
    const { writer } = this;
    writer.lane.push(`if (${writer.use(instruction.condition)}) {`);
    this.region(instruction.then);
    writer.lane.push('} else {');
    this.region(instruction.otherwise);
    writer.lane.push('}');
  }

  private predicatedSwitch(instruction: SwitchInstruction): void {
    const { writer } = this;
    writer.lane.push(`switch (${writer.use(instruction.selector)}) {`);
    for (const each of instruction.cases) {
      for (const value of each.values) writer.lane.push(`case ${value}:`);
      if (each.isDefault) writer.lane.push('default:');
      writer.lane.push('{');
      this.region(each.body);
      writer.lane.push('}');
    }
    writer.lane.push('}');
  }

  private region(region: Region): void {
    for (const instruction of region.instructions) {
      if (isTerminator(instruction)) this.laneTerminator(instruction);
      else this.instruction(instruction);
    }
  }

  /** A terminator inside predicated code: leaves the construct in this lane, or takes the lane out. */
  private laneTerminator(terminator: Terminator): void {
    const { writer } = this;
    const { constructs } = this.generation.plan;
    if (terminator.kind === 'break' && !constructs.has(terminator.target)) {
      this.assignLocals(terminator.target, terminator.values);
      writer.lane.push(`break c${terminator.target};`);
      return;
    }
    if (terminator.kind === 'break' || terminator.kind === 'next') {
      const plan = constructs.get(terminator.target)!;
      const isBreak = terminator.kind === 'break';
      const targets = isBreak ? plan.results : plan.parameters;
      const slot = isBreak ? plan.exitSlot : plan.nextSlot;
      this.assignAll(targets, terminator.values, isBreak ? undefined : plan.shadowSlots);
      writer.lane.push(writer.masks.addAt(slot));
    }
    const { masks } = writer;
    if (writer.declare('gone')) writer.head.push(`let gone = ${masks.empty};`);
    writer.lane.push(masks.add('gone'), 'continue;');
    // Every chunk with exits is the last of its mask: what follows sees the lanes that stayed.
    const dropLeavers = `M = ${masks.without('M', 'gone')};`;
    writer.tail = writer.tail.filter((line) => line !== dropLeavers);
    writer.tail.push(dropLeavers);
  }

  private assignLocals(target: number, values: readonly ValueId[]): void {
    const results = this.localResults.get(target) ?? [];
    values.forEach((value, index) => {
      if (!this.isWanted(results[index])) return;
      this.writer.lane.push(`v${results[index]} = ${this.writer.use(value)};`);
    });
  }

  private finalTerminator(terminator: Terminator): void {
    if (terminator.kind !== 'break' && terminator.kind !== 'next') return;
    const plan = this.generation.plan.constructs.get(terminator.target);
    if (!plan) unreachable(`terminator names construct ${terminator.target}, which is not open`);
    if (terminator.kind === 'break') this.assignAll(plan.results, terminator.values, undefined);
    else this.assignAll(plan.parameters, terminator.values, plan.shadowSlots);
  }

  /** Writes values to the arena words of `targets`, all read before any is written. */
  private assignAll(
    targets: readonly ValueId[],
    values: readonly ValueId[],
    shadows: ReadonlyMap<ValueId, number> | undefined,
  ): void {
    const { writer } = this;
    const texts = values.map((value, index) => (this.isWanted(targets[index]) ? writer.use(value) : ''));
    targets.forEach((target, index) => {
      const text = texts[index];
      const type = writer.typeOf(target);
      const shadow = shadows?.get(target);
      const slot = shadow ?? writer.slotOf(target);
      // What stays as it is need not be written, but for a shadow: that replaces it after the iteration.
      const isThere = values[index] === target && shadow === undefined;
      if (slot < 0 || isThere || text === '') return;
      if (this.generation.plan.isUniform[target]) {
        writer.tail.push(writeUniform(this.generation, target, slot, text));
      } else if (type === 'bool') {
        const { masks } = writer;
        writer.lane.push(`if (${text}) ${masks.addAt(slot)} else ${masks.dropAt(slot)}`);
      } else {
        writer.lane.push(`${arenaRow(type, slot)} = ${text};`);
      }
    });
  }

  /** An operation across lanes: operands to scratch in lane code, the operation after the loop. */
  private subgroup(instruction: SubgroupInstruction): void {
    const { writer } = this;
    const { op } = instruction;
    if (!instruction.results.some((result) => this.isWanted(result))) return;
    const size = this.generation.plan.subgroupSize;
    if (instruction.operand !== undefined) this.toScratch('T', instruction.operand);
    if (instruction.lane !== undefined) this.toScratch('TL', instruction.lane);
    const [result] = instruction.results as [ValueId];
    const type = writer.typeOf(result);
    if (op === 'ballot') {
      writer.tail.push('ballot(T, M, O);');
    } else if (subgroupOps[op].isUniform) {
      writer.tail.push(`O[0] = reduce_${op}_${type}(T, TL, M, ${size});`);
    } else {
      writer.tail.push(`spread_${op}_${type}(T, TL, M, ${size}, O);`);
    }
    instruction.results.forEach((each, component) => {
      this.fromScratch(each, component);
    });
    this.generation.subgroupOps.add(`${op}_${type}`);
  }

  private toScratch(scratch: string, value: ValueId): void {
    const { writer } = this;
    const text = writer.use(value);
    writer.lane.push(`${scratch}[l] = ${writer.typeOf(value) === 'bool' ? `${text} ? 1 : 0` : text};`);
  }

  private fromScratch(result: ValueId, component: number): void {
    const { writer } = this;
    const slot = writer.slotOf(result);
    const type = writer.typeOf(result);
    if (this.generation.plan.isUniform[result]) {
      const value = `O[${component}]${type === 'bool' ? ' !== 0' : ''}`;
      writer.tail.push(writeUniform(this.generation, result, slot, value));
    } else if (type === 'bool') {
      writer.tail.push(writer.masks.write(slot, 'toMask(O, M)'));
    } else {
      writer.tail.push(`toLanes(${arenaOf(type)}, ${type === 'f64' ? slot / 2 : slot}, O, M);`);
    }
  }
}

/** True when the instruction does nothing but compute a value. */
function isComputation({ kind }: Instruction): boolean {
  return (
    kind === 'pure' ||
    kind === 'input' ||
    kind === 'bound' ||
    kind === 'arrayLength' ||
    kind === 'textureQuery'
  );
}

/** Every value read inside the construct; those that it defines itself are added to `defined`. */
function usesInside(instruction: Instruction, defined: Set<ValueId>): ValueId[] {
  const uses = [...operandsOf(instruction)];
  for (const region of regionsOf(instruction)) {
    for (const inner of region.instructions) {
      for (const result of resultsOf(inner)) defined.add(result);
      uses.push(...usesInside(inner, defined));
    }
  }
  return uses;
}
