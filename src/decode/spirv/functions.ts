// Functions: the entry point and, inlined at each call, those that it calls; SPIR-V for Vulkan has no recursion.
// Each instruction of a body goes to the handler that knows it.

import type { Span } from '../../diagnostics/diagnostic.ts';
import type { Terminator, ValueId } from '../../ir/ir.ts';
import { isTerminator } from './blocks.ts';
import { checkScalars } from './constants.ts';
import { ControlFlow, type Leave } from './control-flow.ts';
import type { Declarations, FunctionRange } from './declarations.ts';
import { type FunctionBody, readFunction } from './function-body.ts';
import { instructionName } from './grammar.ts';
import { handlerFor } from './instructions/index.ts';
import { scalarKinds } from './layout.ts';
import type { Lowering } from './lowering.ts';
import { checkWritable } from './memory.ts';
import { memoryHandlerFor } from './memory-instructions.ts';
import { Op } from './opcodes.ts';
import { POINTER_WORDS, pointerWords, possibleRoots, referenceOf } from './pointer-values.ts';
import { invalid, unsupported } from './problems.ts';
import type { SpirvType } from './types.ts';

/** A chain of calls deeper than this is not written by hand or machine. */
const MAXIMUM_CALL_DEPTH = 250;

/** What inlining a call costs at least, in instructions lowered. */
const CALL_INSTRUCTIONS = 50;

const NOP = 0;
const DEBUG_SOURCE = 35;
const DEBUG_LINE = 103;
const DEBUG_NO_LINE = 104;

/** How a function that is being inlined ends. */
interface Frame {
  readonly leave: Leave;
  /** A call that comes last may end the same way; not where the code of the caller simply goes on. */
  readonly isPassedOn: boolean;
}

export class Functions {
  private readonly lowering: Lowering;
  private readonly declarations: Declarations;
  private readonly bodies = new Map<number, FunctionBody>();
  /** Functions that are being inlined at present. */
  private readonly open = new Set<number>();
  private source: Span['source'];

  constructor(lowering: Lowering, declarations: Declarations) {
    this.lowering = lowering;
    this.declarations = declarations;
  }

  /** Emits the body of the entry point; returns what ends the open region. */
  entry(id: number, at: number): Terminator {
    const body = this.bodyOf(id, at);
    if (body.parameters.length > 0)
      invalid('entry-point', 'an entry point has no parameters', this.lowering.span(at));
    return this.inline(body, { leave: () => ({ kind: 'return' }), isPassedOn: true });
  }

  private bodyOf(id: number, at: number): FunctionBody {
    let body = this.bodies.get(id);
    if (!body) {
      body = readFunction(this.lowering, this.range(id, at), this.declarations.definedAt);
      this.bodies.set(id, body);
    }
    return body;
  }

  private range(id: number, at: number): FunctionRange {
    const { lowering } = this;
    const found = this.declarations.functions.get(id);
    return found ?? invalid('function', `%${lowering.nameOf(id)} is no function`, lowering.span(at));
  }

  private inline(body: FunctionBody, frame: Frame): Terminator {
    const outer = this.source;
    this.open.add(body.range.id);
    const lower = (at: number) => this.instruction(at, frame);
    const terminator = new ControlFlow(this.lowering, body, lower, frame.leave).emit();
    this.open.delete(body.range.id);
    this.source = outer;
    return terminator;
  }

  private instruction(at: number, frame: Frame): Terminator | undefined {
    const { lowering } = this;
    const opcode = lowering.opcode(at);
    switch (opcode) {
      case Op.line:
        this.line(at);
        return undefined;
      case Op.noLine:
        this.source = undefined;
        return undefined;
      case Op.selectionMerge:
      case Op.loopMerge:
      case NOP:
        return undefined;
      case Op.extInst:
        if (this.debug(at)) return undefined;
    }
    const span = lowering.span(at);
    lowering.builder.span = this.source ? { ...span, source: this.source } : span;
    if (opcode === Op.functionCall) return this.call(at, frame);
    if (!isTerminator(opcode)) this.value(opcode, at);
    return undefined;
  }

  private value(opcode: number, at: number): void {
    const { lowering } = this;
    const handler = memoryHandlerFor(lowering, at) ?? handlerFor(opcode);
    if (!handler) {
      const message = `${instructionName(opcode)} is not supported`;
      unsupported('instruction', message, lowering.span(at));
    }
    if (opcode > Op.atomicLoad && opcode <= Op.atomicXor) {
      const pointer = lowering.words[at + (opcode === Op.atomicStore ? 1 : 3)];
      checkWritable(lowering, lowering.reference(pointer, at), at);
    }
    handler(lowering, at);
    const id = lowering.words[at + 2];
    const name = lowering.givenName(id);
    const operand = name === undefined ? undefined : lowering.knownOperand(id);
    if (operand) lowering.nameValues(operand.scalars, name!);
  }

  private call(at: number, frame: Frame): Terminator | undefined {
    const { lowering } = this;
    const { words } = lowering;
    const id = words[at + 3];
    lowering.count(at, CALL_INSTRUCTIONS);
    const body = this.bodyOf(id, at);
    if (this.open.has(id)) invalid('recursion', `%${lowering.nameOf(id)} calls itself`, lowering.span(at));
    if (this.open.size > MAXIMUM_CALL_DEPTH)
      unsupported('too-deep', 'functions call each other too deeply', lowering.span(at));
    this.passArguments(body, at);
    const type = lowering.type(words[at + 1], at);
    const { builder } = lowering;
    const { span } = builder;
    // Entry points often only call what the source calls the entry point; its returns end the invocation.
    const isLast = type.kind === 'void' && lowering.opcode(lowering.end(at)) === Op.return;
    if (isLast && frame.isPassedOn && !body.isPlain) return this.inline(body, frame);
    const result = body.isPlain ? this.inlinePlain(body, at) : this.inlineInBlock(body, type, at);
    builder.span = span;
    if (type.kind === 'void') return undefined;
    if (type.kind === 'pointer') {
      const roots = possibleRoots(lowering, [words[at + 2]], at);
      lowering.defineReference(words[at + 2], referenceOf(type.pointee, roots, result));
      return undefined;
    }
    lowering.expect(type, result, at);
    lowering.define(words[at + 2], { type, scalars: result });
    return undefined;
  }

  /** The scalars of what a function returns to the call at `call`. */
  private returned(value: number | undefined, at: number, call: number): readonly ValueId[] {
    const { lowering } = this;
    if (value === undefined) return [];
    const reference = lowering.knownReference(value);
    if (!reference) return lowering.operand(value, at).scalars;
    const roots = possibleRoots(lowering, [lowering.words[call + 2]], at);
    return pointerWords(lowering, reference, roots, at);
  }

  private passArguments({ parameters, range }: FunctionBody, at: number): void {
    const { lowering } = this;
    const given = Array.from(lowering.words.subarray(at + 4, lowering.end(at)));
    if (given.length !== parameters.length) {
      const message = `%${lowering.nameOf(range.id)} takes ${parameters.length} arguments, not ${given.length}`;
      invalid('arguments', message, lowering.span(at));
    }
    given.forEach((argument, k) => {
      const reference = lowering.knownReference(argument);
      if (reference) lowering.defineReference(parameters[k], reference);
      else {
        const operand = lowering.operand(argument, at);
        const declared = this.declarations.definedAt[parameters[k]];
        lowering.expect(lowering.type(lowering.words[declared + 1], at), operand.scalars, at);
        lowering.define(parameters[k], operand);
      }
    });
  }

  private inlinePlain(body: FunctionBody, call: number): readonly ValueId[] {
    let result: readonly ValueId[] = [];
    const leave: Leave = (value, at) => {
      result = this.returned(value, at, call);
      return { kind: 'return' };
    };
    this.inline(body, { leave, isPassedOn: false });
    return result;
  }

  private inlineInBlock(body: FunctionBody, type: SpirvType, at: number): readonly ValueId[] {
    const { lowering } = this;
    const { builder } = lowering;
    const { span } = builder;
    const id = builder.construct();
    checkScalars(lowering, type, at);
    const held = type.kind === 'pointer' ? POINTER_WORDS : type;
    const results = scalarKinds(held).map((kind) => builder.value(kind));
    const leave: Leave = (value, returnAt) => {
      if (type.kind === 'void') return { kind: 'break', target: id, values: [] };
      const values = this.returned(value, returnAt, at);
      lowering.expect(held, values, returnAt);
      return { kind: 'break', target: id, values };
    };
    const region = lowering.region(() => this.inline(body, { leave, isPassedOn: true }));
    builder.span = span;
    builder.emit({ kind: 'block', id, results, body: region });
    return results;
  }

  private line(at: number): void {
    const { words } = this.lowering;
    const file = this.declarations.strings.get(words[at + 1]) ?? '';
    this.source = { file, line: words[at + 2], column: words[at + 3] };
  }

  /** True for instructions that say nothing but where code comes from, after following what they say. */
  private debug(at: number): boolean {
    const { lowering, declarations } = this;
    const { words } = lowering;
    const set = declarations.strings.get(words[at + 3]) ?? '';
    if (!set.startsWith('NonSemantic.') && set !== 'OpenCL.DebugInfo.100') {
      if (set !== 'GLSL.std.450')
        unsupported('extended-set', `extended instructions of '${set}' are not supported`, lowering.span(at));
      return false;
    }
    if (set !== 'NonSemantic.Shader.DebugInfo.100') return true;
    if (words[at + 4] === DEBUG_NO_LINE) this.source = undefined;
    if (words[at + 4] === DEBUG_LINE && lowering.end(at) > at + 8) {
      const [line, column] = [words[at + 6], words[at + 8]].map((id) => lowering.constantNumber(id) ?? 0);
      this.source = { file: this.debugFile(words[at + 5]), line: line, column: column };
    }
    return true;
  }

  /** The file of a DebugSource. */
  private debugFile(id: number): string {
    const { words } = this.lowering;
    const at = this.declarations.definedAt[id] ?? 0;
    const isSource = at > 0 && (words[at] & 0xffff) === Op.extInst && words[at + 4] === DEBUG_SOURCE;
    return isSource ? (this.declarations.strings.get(words[at + 5]) ?? '') : '';
  }
}
