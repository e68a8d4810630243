// Writes a module as text: one instruction a line, nested regions indented. The tests read it back
// (test/ir/text-form/parse.ts, whose head describes the grammar). Values print as `%7` or `%name.7`, where 7 is the id in the module, so a
// value can be found in messages and in memory; constants print in place, with a suffix that tells the type;
// `!name` is an instruction's origin. Notes about a value follow its type, those about a construct its id.

import type { Span } from '../diagnostics/diagnostic.ts';
import type {
  Buffer,
  ConstructId,
  Instruction,
  MemoryRoot,
  Module,
  NoteTable,
  Region,
  ScalarType,
  ValueId,
  Variable,
} from './ir.ts';
import { forEachInstruction, resultsOf } from './walk.ts';

export interface PrintOptions {
  /** Adds `@file:start-end` to lines whose instruction has a span. */
  readonly spans?: boolean;
  /** Numbers values and constructs densely in order of definition, so that equal code prints equally. */
  readonly renumber?: boolean;
}

/** Suffix that a constant of the type carries. */
export const constantSuffix: Readonly<Record<Exclude<ScalarType, 'bool'>, string>> = {
  i8: 'i8',
  i16: 'i16',
  i32: '',
  i64: 'i64',
  f16: 'h',
  f32: 'f',
  f64: 'd',
};

/** The module as text. */
export function printModule(module: Module, options: PrintOptions = {}): string {
  const numbers = options.renumber ? numberDensely(module) : undefined;
  const printer: Printer = {
    module,
    showSpans: options.spans ?? false,
    lines: [],
    valueNumber: numbers ? (id) => numbers.values.get(id) ?? id : (id) => id,
    constructNumber: numbers ? (id) => numbers.constructs.get(id) ?? id : (id) => id,
  };
  printHead(printer);
  printer.lines.push('body {');
  printRegion(printer, module.body, '  ');
  printer.lines.push('}', '');
  return printer.lines.join('\n');
}

/** One instruction as text; constructs give several lines. */
export function printInstruction(module: Module, instruction: Instruction): string {
  const printer: Printer = {
    module,
    showSpans: false,
    lines: [],
    valueNumber: (id) => id,
    constructNumber: (id) => id,
  };
  printInto(printer, instruction, '');
  return printer.lines.join('\n');
}

interface Printer {
  readonly module: Module;
  readonly showSpans: boolean;
  readonly lines: string[];
  readonly valueNumber: (id: ValueId) => number;
  readonly constructNumber: (id: ConstructId) => number;
}

function numberDensely(module: Module) {
  const values = new Map<ValueId, number>();
  const constructs = new Map<ConstructId, number>();
  // Results come before parameters here, in the order that the text shows them.
  forEachInstruction(module.body, (instruction) => {
    if ('id' in instruction) constructs.set(instruction.id, constructs.size);
    for (const result of resultsOf(instruction)) values.set(result, values.size);
    if (instruction.kind === 'loop') {
      for (const parameter of instruction.parameters) values.set(parameter, values.size);
    }
  });
  return { values, constructs };
}

function printHead(printer: Printer): void {
  const { module, lines } = printer;
  lines.push(`kernel ${JSON.stringify(module.name)} entry ${JSON.stringify(module.entryPoint)}`);
  lines.push(`workgroup_size ${module.workgroupSize.join(' ')}`);
  module.buffers.forEach((buffer, index) => {
    lines.push(bufferLine(buffer, index) + spanSuffix(printer, buffer.span));
  });
  module.variables.forEach((variable, index) => {
    lines.push(variableLine(variable, index) + spanSuffix(printer, variable.span));
  });
}

function bufferLine(buffer: Buffer, index: number): string {
  const runtime = buffer.runtimeArray;
  const tail = runtime ? ` runtime ${runtime.offsetBytes} stride ${runtime.strideBytes}` : '';
  return (
    `buffer ${index} ${JSON.stringify(buffer.name)} ${buffer.kind} ${buffer.access} ` +
    `group ${buffer.group} binding ${buffer.binding} min ${buffer.minBytes}${tail}${textureSuffix(buffer)}`
  );
}

function textureSuffix({ texture }: Buffer): string {
  if (!texture) return '';
  const { dimension, scalar, format, isDepth, isMultisampled } = texture;
  const facts = [dimension, scalar, ...(format ? [format] : []), ...(isDepth ? ['depth'] : [])];
  return ` ${facts.join(' ')}${isMultisampled ? ' multisampled' : ''}`;
}

function variableLine(variable: Variable, index: number): string {
  return (
    `variable ${index} ${JSON.stringify(variable.name)} ${variable.space} ` +
    `size ${variable.sizeBytes} align ${variable.alignBytes}${variable.isZeroed ? ' zeroed' : ''}`
  );
}

function spanSuffix(printer: Printer, span: Span | undefined): string {
  return printer.showSpans && span ? ` @${span.file}:${span.start}-${span.end}` : '';
}

function printRegion(printer: Printer, region: Region, indent: string): void {
  for (const instruction of region.instructions) printInto(printer, instruction, indent);
}

function printInto(printer: Printer, instruction: Instruction, indent: string): void {
  const { lines } = printer;
  const results = resultsOf(instruction);
  const left = results.length > 0 ? `${results.map((id) => definition(printer, id)).join(', ')} = ` : '';
  const origin = instruction.origin === undefined ? '' : ` !${instruction.origin}`;
  const suffix = origin + spanSuffix(printer, instruction.span);
  const head = indent + left + headOf(printer, instruction);
  const inner = `${indent}  `;
  switch (instruction.kind) {
    case 'if':
      lines.push(`${head} {${suffix}`);
      printRegion(printer, instruction.then, inner);
      lines.push(`${indent}} else {`);
      printRegion(printer, instruction.otherwise, inner);
      lines.push(`${indent}}`);
      return;
    case 'switch':
      lines.push(`${head} {${suffix}`);
      for (const each of instruction.cases) {
        const selectors = [...each.values.map(String), ...(each.isDefault ? ['default'] : [])];
        lines.push(`${inner}case ${selectors.join(', ')} {`);
        printRegion(printer, each.body, `${inner}  `);
        lines.push(`${inner}}`);
      }
      lines.push(`${indent}}`);
      return;
    case 'block':
    case 'loop':
      lines.push(`${head} {${suffix}`);
      printRegion(printer, instruction.body, inner);
      lines.push(`${indent}}`);
      return;
    default:
      lines.push(head + suffix);
  }
}

/** What stands right of `=`, without regions. */
function headOf(printer: Printer, instruction: Instruction): string {
  const list = (ids: readonly ValueId[]) => ids.map((id) => operand(printer, id)).join(', ');
  switch (instruction.kind) {
    case 'pure': {
      const component = instruction.component === undefined ? '' : `.${instruction.component}`;
      return `${instruction.op}${component} ${list(instruction.operands)}`;
    }
    case 'input':
      return `input ${instruction.builtin}`;
    case 'bound': {
      const { size } = instruction;
      const limit = 'buffer' in size ? `buffer ${size.buffer}` : `${size.constant}`;
      return `bound ${operand(printer, instruction.index)} < ${limit}`;
    }
    case 'arrayLength':
      return `arrayLength buffer ${instruction.buffer}`;
    case 'load':
      return `load ${instruction.type} ${place(printer, instruction)}`;
    case 'store':
      return `store ${instruction.type} ${place(printer, instruction)} ${list(instruction.values)}`;
    case 'atomic':
      return `atomic ${instruction.op} ${instruction.type} ${place(printer, instruction)} ${list(instruction.operands)}`.trimEnd();
    case 'texture': {
      const { op, buffer, sampler, offset, component } = instruction;
      const words = [
        `texture ${op}${component === undefined ? '' : `.${component}`} buffer ${buffer}`,
        ...(sampler === undefined ? [] : [`sampler ${sampler}`]),
        `(${list(instruction.operands)})`,
        ...(offset === undefined ? [] : [`offset ${offset.join(', ')}`]),
      ];
      return words.join(' ');
    }
    case 'textureQuery': {
      const level = instruction.level === undefined ? '' : ` level ${operand(printer, instruction.level)}`;
      return `textureQuery ${instruction.query} buffer ${instruction.buffer}${level}`;
    }
    case 'subgroup': {
      const value = instruction.operand === undefined ? '' : ` ${operand(printer, instruction.operand)}`;
      const lane = instruction.lane === undefined ? '' : ` lane ${operand(printer, instruction.lane)}`;
      return `subgroup ${instruction.op}${value}${lane}`;
    }
    case 'barrier':
      return `barrier ${instruction.scope}`;
    case 'if': {
      const mark =
        instruction.isPredicated === undefined ? '' : instruction.isPredicated ? ' predicated' : ' branching';
      return `if ${constructDefinition(printer, instruction.id)} ${operand(printer, instruction.condition)}${mark}`;
    }
    case 'switch':
      return `switch ${constructDefinition(printer, instruction.id)} ${operand(printer, instruction.selector)}`;
    case 'block':
      return `block ${constructDefinition(printer, instruction.id)}`;
    case 'loop': {
      const parameters = instruction.parameters.map(
        (id, k) => `${definition(printer, id)} = ${operand(printer, instruction.initial[k])}`,
      );
      return `loop ${constructDefinition(printer, instruction.id)} (${parameters.join(', ')})`;
    }
    case 'break':
    case 'next':
      return (
        `${instruction.kind} ${construct(printer, instruction.target)}` +
        (instruction.values.length > 0 ? ` (${list(instruction.values)})` : '')
      );
    default:
      return instruction.kind;
  }
}

function place(
  printer: Printer,
  access: { readonly root: MemoryRoot; readonly address: ValueId; readonly offsetBytes: number },
): string {
  const { root } = access;
  const offset = access.offsetBytes === 0 ? '' : ` + ${access.offsetBytes}`;
  return `${root.space} ${root.index} [${operand(printer, access.address)}${offset}]`;
}

function construct(printer: Printer, id: ConstructId): string {
  return `#${printer.constructNumber(id)}`;
}

function constructDefinition(printer: Printer, id: ConstructId): string {
  return construct(printer, id) + notesSuffix(printer.module.notes.constructs, id);
}

function definition(printer: Printer, id: ValueId): string {
  const { values, notes } = printer.module;
  return `${valueName(printer, id)}:${values[id]?.type ?? 'missing'}${notesSuffix(notes.values, id)}`;
}

function notesSuffix(table: NoteTable, id: number): string {
  return (table.get(id) ?? []).map((fact) => ` ${fact}`).join('');
}

function operand(printer: Printer, id: ValueId): string {
  const value = printer.module.values[id];
  if (value?.constant !== undefined) return constantText(value.type, value.constant);
  return valueName(printer, id);
}

function valueName(printer: Printer, id: ValueId): string {
  const name = printer.module.values[id]?.name?.replace(/[^A-Za-z0-9_]/g, '_');
  const number = printer.valueNumber(id);
  return name ? `%${name}.${number}` : `%${number}`;
}

/** A constant with the suffix of its type. */
export function constantText(type: ScalarType, constant: number): string {
  if (type === 'bool') return constant ? 'true' : 'false';
  const suffix = constantSuffix[type];
  if (Number.isNaN(constant)) return `nan_${suffix}`;
  if (!Number.isFinite(constant)) return `${constant < 0 ? '-' : ''}inf_${suffix}`;
  const digits = type === 'f32' ? shortestSingle(constant) : `${constant}`;
  return `${Object.is(constant, -0) ? '-0' : digits}${suffix}`;
}

/** The fewest digits that round to the same f32. */
function shortestSingle(constant: number): string {
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(constant.toPrecision(digits));
    if (Math.fround(short) === constant) return `${short}`;
  }
  return `${constant}`;
}
