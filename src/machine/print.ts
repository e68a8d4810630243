// A machine program as text, for `inspect --stage machine`: segments indented by nesting, one instruction a
// line with its registers, cost class, place in the source and the behaviour that added it; then the counts.

import type { MachineInstruction, MachineNode, Program } from './program.ts';

export interface PrintOptions {
  /** The source text, to show line numbers instead of offsets. */
  readonly source?: string;
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
          for (const each of segment.instructions) lines.push(`${indent}  ${printInstruction(each, lineOf)}`);
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

function printInstruction(instruction: MachineInstruction, lineOf: (offset: number) => string): string {
  const registers = (list: readonly number[]): string => list.map((each) => `r${each}`).join(' ');
  const flow = `${registers(instruction.destinations)}${instruction.destinations.length > 0 && instruction.sources.length > 0 ? ' <- ' : instruction.sources.length > 0 ? '<- ' : ''}${registers(instruction.sources)}`;
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
