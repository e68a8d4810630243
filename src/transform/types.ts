// The type of an expression as the source would spell it, as far as declarations tell: enough to declare a
// variable in place of a `let`.

import type { ExpressionElem } from 'wesl/core';
import { isAtomicName, rootOf } from './effects.ts';
import type { Inputs } from './inputs.ts';
import type { Kernel } from './kernel.ts';
import type { Declaration } from './names.ts';
import { bare, calledName, swizzle } from './tree.ts';

const SCALAR_OR_VECTOR = /^(?:bool|[iuf]32|f16|vec[234](?:[iufh]|<\s*(?:bool|[iuf]32|f16)\s*>))$/;
/** Builtin functions whose result has the type of their first argument. */
const LIKE_FIRST =
  /^(?:min|max|clamp|abs|floor|ceil|round|sqrt|exp2?|log2?|sin|cos|tanh|select|subgroup\w+|fma|mix)$/;

export class Types {
  private readonly kernel: Kernel;
  private readonly inputs: Inputs;

  constructor(kernel: Kernel, inputs: Inputs) {
    this.kernel = kernel;
    this.inputs = inputs;
  }

  /** The type, or undefined where it cannot be told. */
  of(expression: ExpressionElem): string | undefined {
    const inner = bare(expression);
    const use = this.inputs.at(inner);
    if (use) return use.components.length === 1 ? 'u32' : `vec${use.components.length}<u32>`;
    switch (inner.kind) {
      case 'literal':
        return literalType(inner.value);
      case 'ref':
        return this.ofDeclaration(this.kernel.names.of(inner));
      case 'component-member-expression':
        return this.ofMember(this.of(inner.base), inner.access.name);
      case 'component-expression':
        return elementOf(this.of(inner.base));
      case 'unary-expression':
        return inner.operator.value === '&' || inner.operator.value === '*'
          ? undefined
          : this.of(inner.expression);
      case 'binary-expression':
        return this.ofBinary(inner);
      case 'call-expression':
        return this.ofCall(inner);
      default:
        return undefined;
    }
  }

  private ofDeclaration(declaration: Declaration | undefined): string | undefined {
    if (!declaration) return undefined;
    const { element } = declaration;
    const type = element.name.typeRef;
    if (type) return this.kernel.textOf(type);
    return 'init' in element && element.init ? this.of(element.init) : undefined;
  }

  private ofMember(base: string | undefined, name: string): string | undefined {
    if (base === undefined) return undefined;
    const struct = this.kernel.structs.get(base);
    const member = struct?.members.find((each) => each.name.name === name);
    if (member) return this.kernel.textOf(member.typeRef);
    const count = swizzle(name)?.length;
    const scalar = scalarOf(base);
    if (count === undefined || scalar === undefined) return undefined;
    return count === 1 ? scalar : `vec${count}<${scalar}>`;
  }

  private ofBinary(expression: Extract<ExpressionElem, { kind: 'binary-expression' }>): string | undefined {
    const { operator, left, right } = expression;
    const [one, other] = [this.of(left), this.of(right)];
    if (/^([<>]=?|[!=]=|&&|\|\|)$/.test(operator.value)) return one?.startsWith('vec') ? undefined : 'bool';
    if (/^(<<|>>)$/.test(operator.value)) return one;
    // A literal without a suffix takes the type of the other side; a scalar meets a vector.
    const known = [one, other].filter((each) => each !== undefined && SCALAR_OR_VECTOR.test(each));
    const isAbstract = (each: ExpressionElem) => bare(each).kind === 'literal';
    if (known.length < 2 && !isAbstract(left) && !isAbstract(right)) return undefined;
    return known.find((each) => each!.startsWith('vec')) ?? known[0];
  }

  private ofCall(call: Extract<ExpressionElem, { kind: 'call-expression' }>): string | undefined {
    const name = calledName(call);
    const callee = this.kernel.functions.get(name);
    if (callee) return callee.returnType && this.kernel.textOf(callee.returnType);
    if (isAtomicName(name)) return this.ofAtomic(call);
    if (call.function.kind === 'type') return this.kernel.textOf(call.function);
    if (SCALAR_OR_VECTOR.test(name)) return name;
    if (name === 'arrayLength') return 'u32';
    if (name === 'workgroupUniformLoad') return this.ofPointee(call.arguments[0]);
    return LIKE_FIRST.test(name) && call.arguments.length > 0 ? this.of(call.arguments[0]) : undefined;
  }

  private ofPointee(pointer: ExpressionElem): string | undefined {
    const inner = bare(pointer);
    const isAddress = inner.kind === 'unary-expression' && inner.operator.value === '&';
    return isAddress ? this.of(inner.expression) : undefined;
  }

  private ofAtomic(call: Extract<ExpressionElem, { kind: 'call-expression' }>): string | undefined {
    if (calledName(call) === 'atomicCompareExchangeWeak') return undefined;
    const root = rootOf(call.arguments[0], this.kernel.names);
    const type = this.ofDeclaration(root) ?? '';
    const struct = [...this.kernel.structs].filter(([name]) => new RegExp(`\\b${name}\\b`).test(type));
    const members = struct.flatMap(([, each]) =>
      each.members.map((member) => this.kernel.textOf(member.typeRef)),
    );
    const kinds = new Set(
      [type, ...members].flatMap((each) =>
        [...each.matchAll(/atomic<\s*([iu]32)\s*>/g)].map((match) => match[1]),
      ),
    );
    return kinds.size === 1 ? [...kinds][0] : undefined;
  }
}

function literalType(text: string): string | undefined {
  if (text === 'true' || text === 'false') return 'bool';
  if (/^0[xX]/.test(text)) return { i: 'i32', u: 'u32' }[text.at(-1)!];
  const suffix = { i: 'i32', u: 'u32', f: 'f32', h: 'f16' }[text.at(-1)!];
  return suffix ?? (/[.eE]/.test(text) ? 'f32' : 'i32');
}

function scalarOf(vector: string): string | undefined {
  const match = /^vec[234](?:<\s*(\w+)\s*>|([iufh]))$/.exec(vector);
  if (!match) return undefined;
  return match[1] ?? { i: 'i32', u: 'u32', f: 'f32', h: 'f16' }[match[2]];
}

function elementOf(type: string | undefined): string | undefined {
  if (type === undefined) return undefined;
  const inside = /^array<([\s\S]*)>$/.exec(type.trim())?.[1];
  if (inside === undefined) return scalarOf(type);
  let depth = 0;
  for (let i = 0; i < inside.length; i++) {
    if (inside[i] === '<') depth++;
    else if (inside[i] === '>') depth--;
    else if (inside[i] === ',' && depth === 0) return inside.slice(0, i).trim();
  }
  return inside.trim();
}
