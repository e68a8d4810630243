// Checks that a module keeps the rules that `ir.ts` states: one definition per value, uses dominated by
// definitions, types as the operations want them, one terminator at the end of each region, targets that
// enclose their terminators, and roots that exist. Front ends and passes are tested against it; a module
// that fails here is a bug of the one that made it, so messages quote the instruction.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type {
  Construct,
  ConstructId,
  Instruction,
  MemoryRoot,
  Module,
  Region,
  ScalarType,
  TextureInstruction,
  TextureType,
  ValueId,
} from './ir.ts';
import { signatureProblem } from './ops.ts';
import { printInstruction } from './print.ts';
import { subgroupOps, subgroupProblem } from './subgroup-ops.ts';
import { texelScalar, textureOperandTypes, textureResultCount } from './texture-operands.ts';
import { isTerminator, operandsOf, resultsOf } from './walk.ts';

/** Everything that is wrong with the module; empty for a valid one. Codes are `ir/...`. */
export function validateModule(module: Module): Diagnostic[] {
  const validator = new Validator(module);
  validator.region(module.body);
  return validator.diagnostics;
}

class Validator {
  readonly diagnostics: Diagnostic[] = [];
  private readonly module: Module;
  /** 0 undefined so far, 1 usable here, 2 defined but out of scope. */
  private readonly state: Uint8Array;
  private readonly enclosing: Construct[] = [];
  private readonly constructs = new Set<ConstructId>();
  private current: Instruction | undefined;

  constructor(module: Module) {
    this.module = module;
    this.state = new Uint8Array(module.values.length);
    module.values.forEach((value, id) => {
      if (value.constant !== undefined) this.state[id] = 1;
    });
  }

  region(region: Region): void {
    const defined: ValueId[] = [];
    const { instructions } = region;
    instructions.forEach((instruction, position) => {
      this.current = instruction;
      const isLast = position === instructions.length - 1;
      if (isTerminator(instruction) && !isLast)
        this.report('ir/terminator', 'a terminator stands before the end of its region');
      if (!isTerminator(instruction) && isLast)
        this.report('ir/terminator', 'a region ends without a terminator');
      this.instruction(instruction);
      this.current = instruction;
      for (const result of resultsOf(instruction)) this.define(result, defined);
    });
    if (instructions.length === 0) this.report('ir/terminator', 'a region is empty: it needs a terminator');
    for (const id of defined) this.state[id] = 2;
  }

  private instruction(instruction: Instruction): void {
    for (const operand of operandsOf(instruction)) this.use(operand);
    switch (instruction.kind) {
      case 'pure': {
        const problem = signatureProblem(
          instruction.op,
          this.typeOf(instruction.result),
          instruction.operands.map((id) => this.typeOf(id)),
          instruction.component,
        );
        if (problem) this.report('ir/type', problem);
        return;
      }
      case 'input':
        this.expect([instruction.result], 'i32', 'the result');
        return;
      case 'bound':
        this.expect([instruction.result, instruction.index], 'i32', 'result and index');
        if ('buffer' in instruction.size) this.runtimeSized(instruction.size.buffer);
        return;
      case 'arrayLength':
        this.expect([instruction.result], 'i32', 'the result');
        this.runtimeSized(instruction.buffer);
        return;
      case 'load':
        this.access(instruction, instruction.results);
        this.width(instruction.results.length);
        return;
      case 'store':
        this.access(instruction, instruction.values);
        this.writable(instruction.root);
        this.width(instruction.values.length);
        return;
      case 'atomic':
        this.atomic(instruction);
        return;
      case 'texture':
        this.texture(instruction);
        return;
      case 'textureQuery':
        this.textureOf(instruction.buffer);
        this.expect([...operandsOf(instruction), instruction.result], 'i32', 'level and result');
        return;
      case 'subgroup':
        this.subgroup(instruction);
        return;
      case 'break':
      case 'next':
        this.jump(instruction);
        return;
      case 'if':
        this.expect([instruction.condition], 'bool', 'the condition');
        this.construct(instruction, [instruction.then, instruction.otherwise]);
        return;
      case 'switch':
        this.switch(instruction);
        return;
      case 'block':
        this.construct(instruction, [instruction.body]);
        return;
      case 'loop':
        this.loop(instruction);
        return;
      default:
    }
  }

  private atomic(instruction: Extract<Instruction, { kind: 'atomic' }>): void {
    const { op, operands, result, type } = instruction;
    const results = resultsOf(instruction);
    const moved = [...operands, ...results];
    const isWords = type === 'i64' && moved.every((each) => this.typeOf(each) === 'i32');
    this.access(isWords ? { ...instruction, type: 'i32' } : instruction, moved);
    if (op !== 'load') this.writable(instruction.root);
    if (type !== 'i32' && type !== 'i64')
      this.report('ir/type', `an atomic works on i32 or i64, not ${type}`);
    if (results.length === 2 && !isWords) this.report('ir/type', 'an atomic on one word gives one');
    if (instruction.root.space === 'private')
      this.report('ir/root', 'an atomic needs a buffer or workgroup memory');
    const count = op === 'load' ? 0 : op === 'compare_exchange' ? 2 : 1;
    const words = isWords && operands.length + results.length > 0 ? 2 : 1;
    if (operands.length !== count * words) this.report('ir/operands', `atomic ${op} takes ${count} operands`);
    if (op === 'store' && result !== undefined) this.report('ir/operands', 'atomic store has no result');
  }

  private texture(instruction: TextureInstruction): void {
    const { op, buffer, operands, results } = instruction;
    const type = this.textureOf(buffer);
    if (!type) return;
    const types = textureOperandTypes(op, type);
    if (operands.length !== types.length)
      this.report('ir/operands', `texture ${op} takes ${types.length} operands here`);
    operands.forEach((id, k) => {
      if (types[k] !== undefined) this.expect([id], types[k], 'an operand');
    });
    if (results.length !== textureResultCount(op, type))
      this.report('ir/operands', `texture ${op}: wrong number of results`);
    const given = op === 'sample_compare' || op === 'gather_compare' ? 'f32' : texelScalar(type.scalar);
    this.expect(results, given, 'a component');
    if (op === 'store') this.writable({ space: 'buffer', index: buffer });
    const isLookedUp = op !== 'load' && op !== 'store';
    if (isLookedUp !== (instruction.sampler !== undefined))
      this.report('ir/operands', 'a sampler is missing or extra');
    else if (isLookedUp && this.module.buffers[instruction.sampler!]?.kind !== 'sampler')
      this.report('ir/root', `there is no sampler ${instruction.sampler}`);
  }

  private textureOf(index: number): TextureType | undefined {
    const type = this.module.buffers[index]?.texture;
    if (!type) this.report('ir/root', `buffer ${index} is no texture`);
    return type;
  }

  private subgroup(instruction: Extract<Instruction, { kind: 'subgroup' }>): void {
    const { op, results, operand, lane } = instruction;
    const signature = subgroupOps[op];
    if ((signature.operand === undefined) !== (operand === undefined))
      this.report('ir/operands', `subgroup ${op}: operand missing or extra`);
    if (signature.takesLane !== (lane !== undefined))
      this.report('ir/operands', `subgroup ${op}: lane missing or extra`);
    if (lane !== undefined) this.expect([lane], 'i32', 'the lane');
    if (results.length !== (op === 'ballot' ? 4 : 1))
      this.report('ir/operands', `subgroup ${op}: wrong number of results`);
    const type = operand === undefined ? 'bool' : this.typeOf(operand);
    const problem = operand === undefined ? undefined : subgroupProblem(op, type);
    if (problem) this.report('ir/type', problem);
    this.expect(results, signature.result === 'operand' ? type : signature.result, 'the result');
  }

  private switch(instruction: Extract<Instruction, { kind: 'switch' }>): void {
    this.expect([instruction.selector], 'i32', 'the selector');
    if (instruction.cases.filter((each) => each.isDefault).length !== 1) {
      this.report('ir/switch', 'a switch needs exactly one default');
    }
    const selectors = instruction.cases.flatMap((each) => each.values);
    if (new Set(selectors).size !== selectors.length)
      this.report('ir/switch', 'two cases have the same selector');
    this.construct(
      instruction,
      instruction.cases.map((each) => each.body),
    );
  }

  private loop(instruction: Extract<Instruction, { kind: 'loop' }>): void {
    const { initial, parameters } = instruction;
    this.match(initial, parameters, 'the initial values');
    const defined: ValueId[] = [];
    for (const parameter of parameters) this.define(parameter, defined);
    this.construct(instruction, [instruction.body]);
    for (const id of defined) this.state[id] = 2;
  }

  private construct(instruction: Construct, regions: readonly Region[]): void {
    if (this.constructs.has(instruction.id))
      this.report('ir/construct', `construct #${instruction.id} exists twice`);
    if (instruction.id >= this.module.nextConstruct) {
      this.report('ir/construct', `construct #${instruction.id} is not below nextConstruct`);
    }
    this.constructs.add(instruction.id);
    this.enclosing.push(instruction);
    for (const region of regions) this.region(region);
    this.enclosing.pop();
  }

  private jump(instruction: Extract<Instruction, { kind: 'break' | 'next' }>): void {
    const target = this.enclosing.find((each) => each.id === instruction.target);
    if (!target) {
      this.report('ir/target', `#${instruction.target} does not enclose this ${instruction.kind}`);
      return;
    }
    if (instruction.kind === 'break') {
      this.match(instruction.values, target.results, 'the values');
      return;
    }
    if (target.kind !== 'loop') {
      this.report('ir/target', `#${target.id} is not a loop`);
      return;
    }
    this.match(instruction.values, target.parameters, 'the values');
  }

  private match(values: readonly ValueId[], receivers: readonly ValueId[], what: string): void {
    if (values.length !== receivers.length) {
      this.report('ir/operands', `${what} are ${values.length}, but ${receivers.length} are wanted`);
      return;
    }
    receivers.forEach((id, k) => {
      this.expect([values[k]], this.typeOf(id), `number ${k + 1} of ${what}`);
    });
  }

  private access(
    access: {
      readonly root: MemoryRoot;
      readonly type: ScalarType;
      readonly address: ValueId;
      readonly offsetBytes: number;
    },
    moved: readonly ValueId[],
  ): void {
    const { root, type } = access;
    this.expect([access.address], 'i32', 'the address');
    if (type === 'bool') this.report('ir/type', 'memory holds no bool');
    this.expect(moved, type, 'a component');
    if (!Number.isInteger(access.offsetBytes)) this.report('ir/operands', 'the offset is not a whole number');
    if (root.space === 'buffer') {
      if (this.module.buffers[root.index]?.texture)
        this.report('ir/root', `buffer ${root.index} is a texture`);
      if (!this.module.buffers[root.index]) this.report('ir/root', `there is no buffer ${root.index}`);
    } else if (this.module.variables[root.index]?.space !== root.space) {
      this.report('ir/root', `there is no ${root.space} variable ${root.index}`);
    }
  }

  private writable(root: MemoryRoot): void {
    if (root.space === 'buffer' && this.module.buffers[root.index]?.access === 'read') {
      this.report('ir/root', `buffer ${root.index} is read only`);
    }
  }

  private runtimeSized(index: number): void {
    const buffer = this.module.buffers[index];
    if (!buffer) this.report('ir/root', `there is no buffer ${index}`);
    else if (!buffer.runtimeArray) this.report('ir/root', `buffer ${index} has no runtime-sized array`);
  }

  private width(count: number): void {
    if (count < 1 || count > 4)
      this.report('ir/operands', `an access moves one to four components, not ${count}`);
  }

  private expect(ids: readonly ValueId[], type: ScalarType, what: string): void {
    for (const id of ids) {
      const actual = this.typeOf(id);
      if (actual !== type) this.report('ir/type', `${what} is ${actual}, but must be ${type}`);
    }
  }

  private use(id: ValueId): void {
    const state = this.state[id];
    if (state === 1) return;
    this.report(
      'ir/dominance',
      state === 2 ? `%${id} is used where it is out of scope` : `%${id} is used before it is defined`,
    );
  }

  private define(id: ValueId, defined: ValueId[]): void {
    if (this.module.values[id] === undefined) {
      this.report('ir/definition', `%${id} is not in the table of values`);
      return;
    }
    if (this.module.values[id].constant !== undefined)
      this.report('ir/definition', `%${id} is a constant and defined again`);
    else if (this.state[id] !== 0) this.report('ir/definition', `%${id} is defined twice`);
    this.state[id] = 1;
    defined.push(id);
  }

  /** The type of a value; an id outside the table reads as bool, `use` or `define` has reported it. */
  private typeOf(id: ValueId): ScalarType {
    return this.module.values[id]?.type ?? 'bool';
  }

  private report(code: string, message: string): void {
    const { current } = this;
    const quoted = current ? printInstruction(this.module, current).split('\n')[0] : '';
    this.diagnostics.push({
      severity: 'invalid',
      code,
      message: current ? `${message}: ${quoted}` : message,
      ...(current?.span ? { span: current.span } : {}),
    });
  }
}
