// Decodes WGSL into the IR: parsed by wesl, then lowered by walking the tree of the one entry point, with calls
// inlined. The source is taken to be valid; what is not understood becomes a diagnostic.

import type { ConstAssertElem, FnElem, GlobalVarElem } from 'wesl/core';
import { type Diagnostic, DiagnosticError, type Outcome } from '../../diagnostics/diagnostic.ts';
import type { Module } from '../../ir/ir.ts';
import type { WorkgroupLayout } from '../../ir/workgroup-storage.ts';
import { collectBuffers } from './buffers.ts';
import { declareInputs } from './inputs.ts';
import type { SourceRules } from './lowering.ts';
import { Lowering } from './lowering.ts';
import {
  declareGlobal,
  globalName,
  globalsOf,
  overrideId,
  resolveGlobal,
  workgroupSize,
} from './module-scope.ts';
import { type ParsedSource, parseSource } from './parse.ts';
import { invalid, unsupported } from './problems.ts';
import type { GlobalElement } from './scope.ts';
import { lowerConstAssert, lowerStatements } from './statements.ts';
import { attribute } from './type-expressions.ts';
import { reachableNames } from './usage.ts';

export interface DecodeOptions {
  /** May be left out when the module has one compute entry point. */
  readonly entryPoint?: string;
  /** Values for overrides, by name or by `@id` as a decimal string. */
  readonly constants: Readonly<Record<string, number>>;
  /** Whose conclusions from the source are noted in the module; nobody's when left out. */
  readonly rules?: SourceRules;
  /** Of workgroup memory, where a device does not lay it out by the rules of the language. */
  readonly workgroupLayout?: WorkgroupLayout;
}

/** The module of one entry point. Diagnostics are `invalid` or `unsupported`; there is no module then. */
export function decodeWgsl(source: { file: string; text: string }, options: DecodeOptions): Outcome<Module> {
  let lowering: Lowering | undefined;
  try {
    const parsed = parseSource(source.file, source.text);
    if (parsed.diagnostics.length > 0) return { diagnostics: parsed.diagnostics };
    lowering = new Lowering(source.file, parsed.mapOffset, options);
    return { value: lowerModule(lowering, parsed, options), diagnostics: [] };
  } catch (error) {
    if (error instanceof DiagnosticError) return { diagnostics: error.diagnostics };
    return { diagnostics: [internalProblem(error, lowering)] };
  }
}

/** A construct that lowering did not expect: reported with the place it had reached. */
function internalProblem(error: unknown, lowering: Lowering | undefined): Diagnostic {
  const isDeep = error instanceof RangeError;
  const reason = error instanceof Error ? error.message : String(error);
  const span = lowering?.builder.span;
  return {
    severity: 'unsupported',
    code: isDeep ? 'wgsl/too-deep' : 'wgsl/not-understood',
    message: isDeep
      ? 'the source nests too deeply or grows too large'
      : `this construct is not understood (${reason})`,
    ...(span ? { span } : {}),
  };
}

function lowerModule(lowering: Lowering, parsed: ParsedSource, options: DecodeOptions): Module {
  const globals = globalsOf(parsed.elements);
  for (const element of globals.values()) declareGlobal(lowering, element);
  const entryPoint = chooseEntryPoint(lowering, [...globals.values()], options.entryPoint);
  const name = globalName(entryPoint);
  const reached = reachableNames(name, globals);
  const used = [...globals].filter(([each]) => reached.has(each)).map(([, element]) => element);
  return lowering.inScope(() => {
    const asserts = parsed.elements.filter((element) => element.kind === 'assert');
    return lowerKernel(lowering, entryPoint, used, [...globals.values()], asserts);
  });
}

function lowerKernel(
  lowering: Lowering,
  entryPoint: FnElem,
  used: readonly GlobalElement[],
  globals: readonly GlobalElement[],
  asserts: readonly ConstAssertElem[],
): Module {
  const { builder } = lowering;
  let buffers: Module['buffers'] = [];
  let size: Module['workgroupSize'] = [1, 1, 1];
  const body = lowering.region(
    () => {
      checkConstants(lowering, globals);
      const isFixed = (element: GlobalElement) => element.kind === 'const' || element.kind === 'override';
      resolveAll(lowering, used.filter(isFixed));
      for (const each of asserts) lowerConstAssert(lowering, each);
      const variables = used.filter((element): element is GlobalVarElem => element.kind === 'gvar');
      buffers = collectBuffers(lowering, variables);
      resolveAll(lowering, variables);
      size = workgroupSize(lowering, entryPoint);
      declareInputs(lowering, entryPoint, size);
      lowerStatements(lowering, entryPoint.body.body);
      lowering.at({ start: entryPoint.end - 1, end: entryPoint.end });
    },
    () => ({ kind: 'return' }),
  );
  return {
    name: moduleName(lowering.file),
    entryPoint: globalName(entryPoint),
    workgroupSize: size,
    buffers,
    variables: lowering.variables,
    values: builder.values,
    body,
    nextConstruct: builder.nextConstruct,
    notes: builder.notes,
  };
}

function resolveAll(lowering: Lowering, elements: readonly GlobalElement[]): void {
  for (const element of elements) {
    const entity = lowering.moduleScope.find(globalName(element));
    if (entity?.kind === 'global') resolveGlobal(lowering, entity, element);
  }
}

function moduleName(file: string): string {
  return (file.split(/[\\/]/).at(-1) ?? file).replace(/\.[^.]*$/, '');
}

function chooseEntryPoint(
  lowering: Lowering,
  elements: readonly GlobalElement[],
  wanted: string | undefined,
): FnElem {
  const entryPoints = elements.filter(
    (element): element is FnElem =>
      element.kind === 'fn' && attribute(element.attributes, 'compute') !== undefined,
  );
  const names = entryPoints.map(globalName).join(', ');
  const start = { file: lowering.file, start: 0, end: 0 };
  if (entryPoints.length === 0) {
    refuseStage(lowering, elements);
    return invalid('no-entry-point', 'the shader has no compute entry point', start);
  }
  if (wanted === undefined) {
    if (entryPoints.length === 1) return entryPoints[0];
    const message = `the shader has several compute entry points; name one of ${names}`;
    return invalid('ambiguous-entry-point', message, start);
  }
  const found = entryPoints.find((element) => globalName(element) === wanted);
  if (found) return found;
  refuseStage(
    lowering,
    elements.filter((each) => each.kind === 'fn' && globalName(each) === wanted),
  );
  const message = `the shader has no compute entry point '${wanted}'; it has ${names}`;
  return invalid('unknown-entry-point', message, start);
}

/** Says of an entry point for another stage that it is one. */
function refuseStage(lowering: Lowering, elements: readonly GlobalElement[]): void {
  for (const element of elements) {
    if (element.kind !== 'fn') continue;
    const stage = ['vertex', 'fragment'].find((name) => attribute(element.attributes, name));
    if (stage === undefined) continue;
    const message = `the entry point '${globalName(element)}' is for the ${stage} stage; only compute is supported`;
    unsupported('stage', message, lowering.spanOf(element));
  }
}

/** Each constant that was given must name an override. */
function checkConstants(lowering: Lowering, globals: readonly GlobalElement[]): void {
  const known = new Set<string>();
  for (const element of globals) {
    if (element.kind !== 'override') continue;
    known.add(globalName(element));
    const id = overrideId(lowering, element);
    if (id !== undefined) known.add(id);
  }
  for (const name of Object.keys(lowering.constants)) {
    if (known.has(name)) continue;
    const list = known.size > 0 ? `its overrides are ${[...known].join(', ')}` : 'it has no overrides';
    invalid('unknown-constant', `the shader has no override '${name}'; ${list}`, {
      file: lowering.file,
      start: 0,
      end: 0,
    });
  }
}
