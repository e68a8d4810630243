// A machine program as text, for `inspect --stage machine`: segments indented by nesting, one instruction a
// line with its registers, cost class, place in the source and the behaviour that added it; then the counts.

import { constantText } from '../ir/print.ts';
import type { Immediate, MachineInstruction, MachineNode, Program } from './program.ts';

export interface PrintOptions {
  /** The source text, to show line numbers instead of offsets. */
  readonly source?: string;
  /** Shows operands that are no registers. */
  readonly immediates?: boolean;
}

export function printProgram(program: Program, options: PrintOptions = {}): string {
  const lines: string[] = [];
  const lineOf = lineIndex(options.source);
  const print = (nodes: readonly MachineNode[], indent: string): void => {
    for (const node of nodes) {
      switch (node.kind) {
        case 'segment': {
          const segment = program.segments[node.segment];
          lines.push(
            `${indent}segment ${segment.id}${segment.accessCount > 0 ? ` (${segment.accessCount} accesses)` : ''}:`,
          );
          for (const each of segment.instructions)
            lines.push(`${indent}  ${printInstruction(each, lineOf, options)}`);
          break;
        }
        case 'if':
          lines.push(`${indent}then:`);
          print(node.then, `${indent}  `);
          if (hasCode(program, node.otherwise)) {
            lines.push(`${indent}else:`);
            print(node.otherwise, `${indent}  `);
          }
          break;
        case 'switch':
          node.cases.forEach((each, index) => {
            lines.push(`${indent}case ${index}:`);
            print(each, `${indent}  `);
          });
          break;
        case 'block':
          lines.push(`${indent}block:`);
          print(node.body, `${indent}  `);
          break;
        case 'loop':
          lines.push(`${indent}loop:`);
          print(node.body, `${indent}  `);
          break;
      }
    }
  };
  print(program.nodes, '');
  lines.push('', ...printCounts(program));
  return `${lines.join('\n')}\n`;
}

function hasCode(program: Program, nodes: readonly MachineNode[]): boolean {
  return nodes.some(
    (node) => node.kind !== 'segment' || program.segments[node.segment].instructions.length > 0,
  );
}

const OPCODE_WIDTH = 24;
const REGISTER_WIDTH = 28;
const CLASS_WIDTH = 16;

function printInstruction(
  instruction: MachineInstruction,
  lineOf: (offset: number) => string,
  { immediates = false }: PrintOptions,
): string {
  const flow = printOperands(instruction, 'r', immediates ? instruction.immediates : []);
  const parts = [
    instruction.opcode.padEnd(OPCODE_WIDTH),
    flow.padEnd(REGISTER_WIDTH),
    instruction.costClass.padEnd(CLASS_WIDTH),
    instruction.access === undefined ? '' : `access ${instruction.access}`,
    instruction.span ? lineOf(instruction.span.start) : '',
    instruction.origin ? `[${instruction.origin}]` : '',
  ];
  return parts
    .filter((each) => each !== '')
    .join(' ')
    .trimEnd();
}

/** `r3 <- r1 0x10 r2`: what is written, then what is read. `prefix` stands before the number of a register. */
export function printOperands(
  { destinations, sources, immediates: own = [] }: MachineInstruction,
  prefix: string,
  immediates: readonly Immediate[] = own,
): string {
  const registers = (list: readonly number[]) => list.map((each) => `${prefix}${each}`);
  const read = registers(sources);
  // From the back, so that positions stay those of registers.
  for (const each of [...immediates].sort((a, b) => a.position - b.position).reverse())
    read.splice(Math.min(each.position, sources.length), 0, printImmediate(each));
  const arrow = read.length === 0 ? [] : ['<-'];
  return [...registers(destinations), ...arrow, ...read].join(' ');
}

/** Floats in the fewest digits, integers in base 16. */
export function printImmediate(immediate: Immediate): string {
  if ('name' in immediate) return immediate.name;
  const { type, value } = immediate;
  if (type.startsWith('f')) return constantText(type, value);
  return `${value < 0 ? '-' : ''}0x${Math.abs(value).toString(16)}`;
}

function lineIndex(source: string | undefined): (offset: number) => string {
  if (source === undefined) return (offset) => `@${offset}`;
  const starts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let line = 0;
    while (line + 1 < starts.length && starts[line + 1] <= offset) line++;
    return `line ${line + 1}`;
  };
}

/** How many instructions of each cost class the program holds, most frequent first. */
export function countClasses(program: Program): Map<string, number> {
  const counts = new Map<string, number>();
  for (const segment of program.segments) {
    for (const each of segment.instructions)
      counts.set(each.costClass, (counts.get(each.costClass) ?? 0) + 1);
  }
  return new Map([...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)));
}

function printCounts(program: Program): string[] {
  const counts = countClasses(program);
  let total = 0;
  for (const each of counts.values()) total += each;
  return [
    `instructions: ${total} (${[...counts].map(([name, count]) => `${name} ${count}`).join(', ')})`,
    `registers per thread: ${program.registersPerThread}${program.spillBytes > 0 ? `, ${program.spillBytes} bytes spilled` : ''}`,
    `workgroup memory: ${program.workgroupBytes} bytes; private memory: ${program.privateBytes} bytes`,
  ];
}
