// The builtin values of an entry point where the source uses them: through a parameter or a member of a struct
// parameter, whole or by component. Transformations replace exactly these places.

import type { AbstractElem, ExpressionElem, FnParamElem } from 'wesl/core';
import { builtinAttribute } from '../decode/wgsl/type-expressions.ts';
import type { Kernel } from './kernel.ts';
import { refuse } from './refusal.ts';
import { swizzle, walk } from './tree.ts';

export interface InputUse {
  readonly builtin: string;
  /** How the source names the builtin, e.g. `id` or `in.id`. */
  readonly path: string;
  /** The positions used, in order; `[0]` for scalar builtins. */
  readonly components: readonly number[];
  readonly element: ExpressionElem;
}

/** Builtins that are scalars. */
const SCALARS: ReadonlySet<string> = new Set([
  'local_invocation_index',
  'subgroup_invocation_id',
  'subgroup_size',
  'subgroup_id',
  'num_subgroups',
]);

/** Scalars that count the dispatch through; what merges or moves invocations would have to count anew. */
const LINEAR: ReadonlySet<string> = new Set(['global_invocation_index', 'workgroup_index']);

export class Inputs {
  readonly uses: readonly InputUse[];
  private readonly byElement: ReadonlyMap<AbstractElem, InputUse>;
  private readonly paths = new Map<string, string>();
  private readonly kernel: Kernel;

  constructor(kernel: Kernel) {
    this.kernel = kernel;
    const parameters = new Map<FnParamElem, ReadonlyMap<string, string> | string>();
    for (const param of kernel.entry.params) this.readParameter(param, parameters);
    const byElement = new Map<AbstractElem, InputUse>();
    const note = (element: ExpressionElem): boolean => {
      const use = this.useOf(element, parameters);
      if (use) byElement.set(element, use);
      return use === undefined;
    };
    walk(kernel.entry.body, (each) => {
      switch (each.kind) {
        case 'ref':
          this.refuseWholeStruct(each, parameters);
          return note(each);
        case 'component-expression':
        case 'component-member-expression':
          return note(each);
      }
      return true;
    });
    this.byElement = byElement;
    this.uses = [...byElement.values()];
    const linear = this.uses.find(({ builtin }) => LINEAR.has(builtin));
    if (linear) {
      const message = `'${linear.builtin}' numbers the invocations of the dispatch, which would be others`;
      refuse('linear-index', message, kernel.span(linear.element));
    }
  }

  at(element: AbstractElem): InputUse | undefined {
    return this.byElement.get(element);
  }

  isUsed(builtin: string): boolean {
    return this.uses.some((use) => use.builtin === builtin);
  }

  /** How the source names a builtin that the entry point receives. */
  pathOf(builtin: string): string | undefined {
    return this.paths.get(builtin);
  }

  private readParameter(
    param: FnParamElem,
    parameters: Map<FnParamElem, ReadonlyMap<string, string> | string>,
  ): void {
    const name = param.name.decl.ident.originalName;
    const builtin = builtinAttribute(param.attributes);
    if (builtin !== undefined) {
      parameters.set(param, builtin);
      this.paths.set(builtin, name);
      return;
    }
    const members = new Map<string, string>();
    for (const member of this.kernel.structs.get(param.name.typeRef?.name.originalName ?? '')?.members ??
      []) {
      const inner = builtinAttribute(member.attributes);
      if (inner === undefined) continue;
      members.set(member.name.name, inner);
      this.paths.set(inner, `${name}.${member.name.name}`);
    }
    parameters.set(param, members);
  }

  /** The use that this expression is as a whole, if it is one. */
  private useOf(
    element: ExpressionElem,
    parameters: ReadonlyMap<FnParamElem, ReadonlyMap<string, string> | string>,
  ): InputUse | undefined {
    if (element.kind === 'component-member-expression' || element.kind === 'component-expression') {
      const base = this.useOf(element.base, parameters);
      if (base && base.components.length > 1) {
        const picked = pickedComponents(element);
        // An index that is known at run time only: the base is used as a whole.
        if (!picked) return undefined;
        return { ...base, components: picked.map((i) => base.components[i]), element };
      }
      if (base || element.kind === 'component-expression') return undefined;
      return this.structMember(element, parameters);
    }
    if (element.kind !== 'ref') return undefined;
    const declaration = this.kernel.names.of(element);
    if (declaration?.element.kind !== 'param') return undefined;
    const parameter = parameters.get(declaration.element);
    if (typeof parameter === 'string') return wholeUse(parameter, declaration.name, element);
    return undefined;
  }

  private refuseWholeStruct(
    element: Extract<ExpressionElem, { kind: 'ref' }>,
    parameters: ReadonlyMap<FnParamElem, ReadonlyMap<string, string> | string>,
  ): void {
    const declaration = this.kernel.names.of(element);
    if (declaration?.element.kind !== 'param') return;
    const parameter = parameters.get(declaration.element);
    if (parameter === undefined || typeof parameter === 'string') return;
    const message = `'${declaration.name}' holds the builtin values and is used as a whole; use its members one by one`;
    refuse('builtin-struct', message, this.kernel.span(element));
  }

  private structMember(
    element: Extract<ExpressionElem, { kind: 'component-member-expression' }>,
    parameters: ReadonlyMap<FnParamElem, ReadonlyMap<string, string> | string>,
  ): InputUse | undefined {
    const { base, access } = element;
    if (base.kind !== 'ref') return undefined;
    const declaration = this.kernel.names.of(base);
    if (declaration?.element.kind !== 'param') return undefined;
    const members = parameters.get(declaration.element);
    if (members === undefined || typeof members === 'string') return undefined;
    const builtin = members.get(access.name);
    return builtin === undefined
      ? undefined
      : wholeUse(builtin, `${declaration.name}.${access.name}`, element);
  }
}

function wholeUse(builtin: string, path: string, element: ExpressionElem): InputUse {
  return { builtin, path, components: SCALARS.has(builtin) ? [0] : [0, 1, 2], element };
}

export function isScalarBuiltin(builtin: string): boolean {
  return SCALARS.has(builtin);
}

function pickedComponents(
  element: Extract<ExpressionElem, { kind: 'component-member-expression' | 'component-expression' }>,
): number[] | undefined {
  if (element.kind === 'component-member-expression') return swizzle(element.access.name);
  const { access } = element;
  if (access.kind !== 'literal' || !/^[0-2][iu]?$/.test(access.value)) return undefined;
  return [Number.parseInt(access.value, 10)];
}
