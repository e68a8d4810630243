// Conditions turned round and looked into: `i >= n || j >= n` becomes `i < n && j < n` where that is the same,
// which for floats it is not (NaN).

import type { BinaryExpression, ExpressionElem, TypeRefElem } from 'wesl/core';
import type { Inputs } from './inputs.ts';
import type { Kernel } from './kernel.ts';
import type { Declaration } from './names.ts';
import { bare, calledName } from './tree.ts';

const OPPOSITE: Readonly<Record<string, string>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '==': '!=',
  '!=': '==',
};

/** The negation as text; `text` renders the parts. */
export function negated(
  condition: ExpressionElem,
  text: (part: ExpressionElem) => string,
  isInteger: (part: ExpressionElem) => boolean,
): string {
  const inner = bare(condition);
  if (inner.kind === 'unary-expression' && inner.operator.value === '!') return text(bare(inner.expression));
  if (inner.kind === 'binary-expression') {
    const operator = inner.operator.value;
    if (operator === '||' || operator === '&&') {
      const other = operator === '||' ? '&&' : '||';
      const side = (each: ExpressionElem) => {
        const turned = negated(each, text, isInteger);
        return turned.includes(operator) ? `(${turned})` : turned;
      };
      return `${side(inner.left)} ${other} ${side(inner.right)}`;
    }
    const opposite = OPPOSITE[operator];
    const isExact = operator === '==' || operator === '!=' || isInteger(inner.left) || isInteger(inner.right);
    if (opposite && isExact) return `${text(inner.left)} ${opposite} ${text(inner.right)}`;
    return `!(${text(inner)})`;
  }
  const isAtom = inner.kind === 'ref' || inner.kind === 'call-expression' || inner.kind === 'literal';
  return isAtom ? `!${text(inner)}` : `!(${text(inner)})`;
}

/** The operands of a chain of `||` or `&&`. */
export function operandsOf(condition: ExpressionElem, operator: '||' | '&&'): ExpressionElem[] {
  const inner = bare(condition);
  if (inner.kind !== 'binary-expression' || inner.operator.value !== operator) return [inner];
  return [...operandsOf(inner.left, operator), ...operandsOf(inner.right, operator)];
}

/** A comparison with what is compared on the left: `n <= i` as `i >= n` when `isSubject` knows `i`. */
export function comparisonOf(
  condition: ExpressionElem,
  isSubject: (part: ExpressionElem) => boolean,
): { operator: string; other: ExpressionElem } | undefined {
  const inner = bare(condition);
  if (inner.kind !== 'binary-expression') return undefined;
  const { left, right } = inner;
  if (isSubject(bare(left))) return { operator: inner.operator.value, other: right };
  if (!isSubject(bare(right))) return undefined;
  const turned = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as Readonly<Record<string, string>>;
  return { operator: turned[inner.operator.value] ?? inner.operator.value, other: left };
}

/** Whether an expression is surely an integer or a vector of them. */
export class IntegerKinds {
  private readonly kernel: Kernel;
  private readonly inputs: Inputs;

  constructor(kernel: Kernel, inputs: Inputs) {
    this.kernel = kernel;
    this.inputs = inputs;
  }

  has(expression: ExpressionElem): boolean {
    const inner = bare(expression);
    if (this.inputs.at(inner)) return true;
    switch (inner.kind) {
      case 'literal':
        return /^(0[xX][0-9a-fA-F]+|\d+)[iu]$/.test(inner.value);
      case 'ref':
      case 'component-expression':
      case 'component-member-expression': {
        const type = this.typeOf(inner);
        return type === undefined ? this.isIntegerVariable(inner) : isIntegerType(type);
      }
      case 'unary-expression':
        return inner.operator.value !== '!' && inner.operator.value !== '*' && this.has(inner.expression);
      case 'binary-expression':
        return this.hasBinary(inner);
      case 'call-expression':
        return this.hasCall(inner);
      default:
        return false;
    }
  }

  private hasBinary(expression: BinaryExpression): boolean {
    if (/^([<>]=?|[!=]=|&&|\|\|)$/.test(expression.operator.value)) return false;
    return (
      this.has(expression.left) || (!expression.operator.value.includes('<<') && this.has(expression.right))
    );
  }

  private hasCall(call: Extract<ExpressionElem, { kind: 'call-expression' }>): boolean {
    const name = calledName(call);
    if (/^([iu]32|vec[234][iu]|arrayLength|atomicLoad)$/.test(name)) return true;
    return /^(min|max|clamp|abs)$/.test(name) && call.arguments.some((each) => this.has(each));
  }

  private isIntegerVariable(expression: ExpressionElem): boolean {
    if (expression.kind !== 'ref') return false;
    const init = initOf(this.kernel.names.of(expression));
    return init !== undefined && this.has(init);
  }

  /** The type that declarations give, through members and elements. */
  private typeOf(expression: ExpressionElem): TypeRefElem | undefined {
    const inner = bare(expression);
    if (inner.kind === 'ref') return declaredType(this.kernel.names.of(inner));
    if (inner.kind === 'component-member-expression') {
      const base = this.typeOf(inner.base);
      const struct = base && this.kernel.structs.get(base.name.originalName);
      return (
        struct?.members.find((each) => each.name.name === inner.access.name)?.typeRef ??
        (struct ? undefined : base)
      );
    }
    if (inner.kind === 'component-expression') {
      const base = this.typeOf(inner.base);
      const element = base?.templateParams?.[0];
      return element?.kind === 'type' ? element : undefined;
    }
    return undefined;
  }
}

function declaredType(declaration: Declaration | undefined): TypeRefElem | undefined {
  const name = declaration?.element.name;
  return name?.kind === 'typeDecl' ? name.typeRef : undefined;
}

function initOf(declaration: Declaration | undefined): ExpressionElem | undefined {
  const { element } = declaration ?? {};
  return element && 'init' in element ? element.init : undefined;
}

function isIntegerType(type: TypeRefElem): boolean {
  const name = type.name.originalName;
  if (/^([iu]32|vec[234][iu])$/.test(name)) return true;
  const parameter = type.templateParams?.[0];
  const inner =
    parameter?.kind === 'type'
      ? parameter.name.originalName
      : parameter?.kind === 'ref'
        ? parameter.ident.originalName
        : '';
  return /^(vec[234]|atomic)$/.test(name) && /^[iu]32$/.test(inner);
}
