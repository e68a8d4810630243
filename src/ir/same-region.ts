// Whether two regions are the same code up to the names of the values that they define.

import type { Instruction, Region, TextureInstruction, ValueId } from './ir.ts';
import { operandsOf, resultsOf } from './walk.ts';

/** True when both regions do the same; regions with constructs inside are not compared and count as different. */
export function areSameRegions(a: Region, b: Region): boolean {
  if (a.instructions.length !== b.instructions.length) return false;
  const renamed = new Map<ValueId, ValueId>();
  return a.instructions.every((instruction, k) => {
    const other = b.instructions[k];
    if (instruction.kind !== other.kind || shape(instruction) !== shape(other)) return false;
    const operands = operandsOf(instruction);
    const others = operandsOf(other);
    if (operands.length !== others.length) return false;
    if (!operands.every((id, i) => (renamed.get(id) ?? id) === others[i])) return false;
    const results = resultsOf(other);
    resultsOf(instruction).forEach((id, i) => {
      renamed.set(id, results[i]);
    });
    return true;
  });
}

/** Everything about an access to a texture but its operands and results. */
export function textureShape({ op, buffer, sampler, offset, component }: TextureInstruction): string {
  return `${op} ${buffer} ${sampler ?? ''} ${offset?.join() ?? ''} ${component ?? ''}`;
}

/** Everything about an instruction but its operands, results and place in the source. */
function shape(instruction: Instruction): string {
  switch (instruction.kind) {
    case 'pure':
      return `${instruction.op}.${instruction.component}`;
    case 'input':
      return instruction.builtin;
    case 'bound':
      return 'buffer' in instruction.size ? `b${instruction.size.buffer}` : `${instruction.size.constant}`;
    case 'arrayLength':
      return `${instruction.buffer}`;
    case 'load':
    case 'store':
    case 'atomic': {
      const { root, type, offsetBytes } = instruction;
      const rest =
        instruction.kind === 'atomic' ? `${instruction.op} ${instruction.result !== undefined}` : '';
      return `${root.space} ${root.index} ${type} ${offsetBytes} ${resultsOf(instruction).length} ${rest}`;
    }
    case 'texture':
      return textureShape(instruction);
    case 'textureQuery':
      return `${instruction.query} ${instruction.buffer} ${instruction.level !== undefined}`;
    case 'subgroup':
      return `${instruction.op} ${instruction.operand !== undefined} ${instruction.lane !== undefined}`;
    case 'barrier':
      return instruction.scope;
    case 'break':
    case 'next':
      return `${instruction.target}`;
    case 'return':
    case 'unreachable':
      return '';
    default:
      return `#${instruction.id}`;
  }
}
