// The emulator's core as WebAssembly. Its TypeScript is the only source: this rewrites it as AssemblyScript, which is
// close to it but wants integers told from other numbers (`i32`, src/emulate/integers.ts), and compiles that. For
// esbuild: `src/emulate/compiled/binary.ts`, which is empty as it stands, becomes the binary with the layout of the
// objects that go in and come out.
//
// What the core may use is what is rewritten here: functions and classes with annotated integers, plain loops, typed
// arrays, destructuring by name, records (interfaces of numbers, typed arrays and other records), `undefined` for what
// is not there. AssemblyScript refuses the rest, and says which line it is.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import asc from 'assemblyscript/asc';
import ts from 'typescript';
import { ARRAYS, ENTRY_POINTS, PRELUDE } from './compiled-core-prelude.mjs';

const root = import.meta.dirname;
const ENTRY = 'src/emulate/run.ts';
const INTEGERS = 'src/emulate/integers.ts';
/** Tables of numbers by name whose values are put where they are named, and where they stand. */
const TABLES = { Gate: 'src/emulate/costs.ts', Kind: 'src/emulate/flat-program.ts' };
const RESOURCES = { Resource: 'RESOURCE_NAMES', file: 'src/emulate/costs.ts' };
const NUMBERS = { number: 'f64', f64: 'f64', i32: 'i32', boolean: 'bool' };
/** Of two numbers, without a branch. */
const EXTREMES = { 'Math.max': 'larger', 'Math.min': 'smaller' };
const BYTES = { f64: 8, i32: 4, bool: 1 };

const parsed = new Map();
function parse(file) {
  if (!parsed.has(file)) {
    const text = readFileSync(path.join(root, file), 'utf8');
    parsed.set(file, ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true));
  }
  return parsed.get(file);
}

const isTable = (name) => name in TABLES || name in RESOURCES;

/** Relative imports as paths from the root: names of values, and of types. */
function importsOf(source) {
  return source.statements.filter(ts.isImportDeclaration).map((each) => {
    const elements = each.importClause.namedBindings.elements;
    const isType = (element) => each.importClause.isTypeOnly || element.isTypeOnly;
    const names = (wanted) =>
      elements.filter((element) => isType(element) === wanted).map((e) => e.name.text);
    const from = path.posix.join(path.posix.dirname(source.fileName), each.moduleSpecifier.text);
    return { from, values: names(false).filter((name) => !isTable(name)), types: names(true) };
  });
}

/** The modules that run: the first and what it imports values from. */
function coreModules() {
  const modules = new Set();
  const visit = (file) => {
    if (modules.has(file) || file === INTEGERS) return;
    modules.add(file);
    for (const { from, values } of importsOf(parse(file))) if (values.length > 0) visit(from);
  };
  visit(ENTRY);
  return [...modules].map(parse);
}

/** What a constant of a module is, without what is asserted of its type. */
function constantOf(file, name) {
  const declarations = parse(file).statements.filter(ts.isVariableStatement);
  const own = declarations.find((each) => each.declarationList.declarations[0].name.text === name);
  let value = own.declarationList.declarations[0].initializer;
  while (ts.isAsExpression(value) || ts.isSatisfiesExpression(value)) value = value.expression;
  return value;
}

/** `Kind.branch` and the like, as numbers. */
function tableValues() {
  const values = new Map();
  for (const [table, file] of Object.entries(TABLES)) {
    for (const { name, initializer } of constantOf(file, table).properties)
      values.set(`${table}.${name.text}`, initializer.text);
  }
  constantOf(RESOURCES.file, RESOURCES.Resource).elements.forEach((element, id) => {
    values.set(`Resource.${element.text}`, String(id));
  });
  return values;
}

function typeOf(node) {
  const parts = ts.isUnionTypeNode(node) ? node.types : [node];
  const [first] = parts.filter((each) => each.kind !== ts.SyntaxKind.UndefinedKeyword);
  const text = first.getText();
  return { type: NUMBERS[text] ?? ARRAYS[text]?.name ?? text, isOptional: parts.length > 1 };
}

function typeText(node) {
  const { type, isOptional } = typeOf(node);
  return isOptional && !(type in BYTES) ? `${type} | null` : type;
}

/** Names of properties that the core uses: records have these fields only. */
function usedNames(modules) {
  const used = new Set();
  const visit = (node) => {
    if (ts.isPropertyAccessExpression(node)) used.add(node.name.text);
    if (ts.isBindingElement(node)) used.add((node.propertyName ?? node.name).text);
    ts.forEachChild(node, visit);
  };
  modules.forEach(visit);
  return used;
}

/** Fields of the interfaces that the core's types name, in order, and of its classes. */
function recordsOf(modules) {
  const used = usedNames(modules);
  const records = new Map();
  const need = (name, source) => {
    if (records.has(name) || name in BYTES) return;
    const own = source.statements.find((each) => ts.isInterfaceDeclaration(each) && each.name.text === name);
    if (own === undefined) {
      const from = importsOf(source).find(({ types, values }) => [...types, ...values].includes(name));
      if (from !== undefined && existsSync(path.join(root, from.from))) need(name, parse(from.from));
      return;
    }
    const isUsed = (member) => ts.isPropertySignature(member) && used.has(member.name.text);
    const fields = own.members.filter(isUsed).map((member) => {
      const { type, isOptional } = typeOf(member.type);
      return { name: member.name.text, type, isOptional: isOptional || member.questionToken !== undefined };
    });
    records.set(name, fields);
    for (const { type } of fields) need(type, own.getSourceFile());
  };
  const visit = (node) => {
    if (ts.isTypeReferenceNode(node)) need(node.typeName.getText(), node.getSourceFile());
    ts.forEachChild(node, visit);
  };
  modules.forEach(visit);
  const isKnown = ({ type }) => type in BYTES || records.has(type) || arrayNames.has(type);
  for (const [name, fields] of records) records.set(name, fields.filter(isKnown));
  return records;
}

const arrayNames = new Set(Object.values(ARRAYS).map(({ name }) => name));

function fieldsOfClass(node) {
  return node.members.filter(ts.isPropertyDeclaration).map((member) => ({
    name: member.name.text,
    ...(member.type === undefined ? { type: typeOfInitializer(member.initializer) } : typeOf(member.type)),
  }));
}

function typeOfInitializer(initializer) {
  return ts.isNewExpression(initializer) ? ARRAYS[initializer.expression.text].name : 'f64';
}

/** Where each field of an object stands, as AssemblyScript puts them: in order, each at a multiple of its size. */
function layout(fields) {
  let end = 0;
  const placed = fields.map(({ name, type }) => {
    const bytes = BYTES[type] ?? 4;
    const at = Math.ceil(end / bytes) * bytes;
    end = at + bytes;
    return [name, type, at];
  });
  return { bytes: end, fields: placed };
}

/** A node's text with what AssemblyScript has otherwise in its words. */
function rewrite(node, values) {
  const inner = (each) => rewrite(each, values);
  const text = node.getText();
  if (ts.isVariableStatement(node) && ts.isObjectBindingPattern(node.declarationList.declarations[0].name)) {
    const [{ name, initializer }] = node.declarationList.declarations;
    const from = inner(initializer);
    return name.elements
      .map((each) => `const ${each.name.text} = ${from}.${(each.propertyName ?? each.name).text};`)
      .join(' ');
  }
  if (ts.isPropertyAccessExpression(node)) {
    if (values.has(text)) return values.get(text);
    if (text === 'Number.NEGATIVE_INFINITY') return '-Infinity';
    if (text === 'Number.NaN') return 'NaN';
    if (text === 'Number.isNaN') return 'isNaN<f64>';
  }
  if (ts.isIdentifier(node) && text === 'undefined') return 'null';
  if (ts.isTypeNode(node)) return typeText(node);
  if (ts.isNewExpression(node) && node.expression.getText() in ARRAYS)
    return `${ARRAYS[node.expression.getText()].name}.make(${node.arguments.map(inner).join(', ')})`;
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.SlashToken)
    return `(<f64>(${inner(node.left)}) / <f64>(${inner(node.right)}))`;
  if (ts.isCallExpression(node) && node.expression.getText() in EXTREMES) {
    const extreme = EXTREMES[node.expression.getText()];
    return node.arguments.map(inner).reduceRight((rest, each) => `${extreme}(${each}, ${rest})`);
  }
  if (ts.isPropertyDeclaration(node) && node.type === undefined)
    return `${node.name.text}: ${typeOfInitializer(node.initializer)} = ${inner(node.initializer)};`;
  // That constructors assign all fields TypeScript has checked.
  if (
    ts.isPropertyDeclaration(node) &&
    node.initializer === undefined &&
    !typeText(node.type).includes('null')
  )
    return fieldText(node.name.text, typeText(node.type));
  if (ts.isClassDeclaration(node)) return `@unmanaged ${withChildren(node, inner)}`;
  return withChildren(node, inner);
}

function withChildren(node, inner) {
  const source = node.getSourceFile().text;
  let at = node.getStart();
  let text = '';
  ts.forEachChild(node, (child) => {
    text += source.slice(at, child.getStart()) + inner(child);
    at = child.end;
  });
  return text + source.slice(at, node.end);
}

/** A module in AssemblyScript, on the lines where it stands in TypeScript. */
function moduleText(source, values, records, modules) {
  const core = new Set(modules.map((each) => each.fileName));
  const own = new Set(source.statements.map((each) => each.name?.text));
  const isGone = (each) =>
    ts.isImportDeclaration(each) || ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each);
  const imports = importsOf(source)
    .filter(({ from }) => core.has(from))
    .map(({ from, values: names, types }) => {
      const all = [...names, ...types.filter((name) => !records.has(name))];
      return all.length === 0 ? '' : `import { ${all.join(', ')} } from './${path.basename(from, '.ts')}';`;
    });
  const known = [...records.keys(), ...arrayNames, 'integer', 'quotient', 'larger', 'smaller'].filter(
    (name) => !own.has(name) || records.has(name),
  );
  let text = `import { ${known.join(', ')} } from './records'; ${imports.join(' ')}`;
  let line = 0;
  for (const statement of source.statements) {
    const start = source.getLineAndCharacterOfPosition(statement.getStart()).line;
    text += '\n'.repeat(Math.max(0, start - line));
    const rewritten = isGone(statement) ? '' : rewrite(statement, values);
    line = Math.max(line, start) + rewritten.split('\n').length - 1;
    text += rewritten;
  }
  return text;
}

/**
 * A field that is there. AssemblyScript would look at each use whether an object has been assigned; so it has the
 * address instead, at the same place.
 */
function fieldText(name, type) {
  if (type in BYTES) return `${name}!: ${type};`;
  return `_${name}!: usize;
    @inline get ${name}(): ${type} { return changetype<${type}>(this._${name}); }
    @inline set ${name}(it: ${type}) { this._${name} = changetype<usize>(it); }`.replaceAll(/\n\s*/g, ' ');
}

function recordText([name, fields]) {
  const lines = fields.map(({ name: field, type, isOptional }) =>
    isOptional && !(type in BYTES) ? `${field}: ${type} | null;` : fieldText(field, type),
  );
  return `@unmanaged export class ${name} { ${lines.join(' ')} }`;
}

/** @returns the binary and the layouts of its objects: fields as [name, type, place] */
export async function compileCore({ isChecked = false } = {}) {
  const modules = coreModules();
  const values = tableValues();
  const records = recordsOf(modules);
  const texts = new Map(
    modules.map((each) => [path.basename(each.fileName), moduleText(each, values, records, modules)]),
  );
  texts.set('records.ts', `${PRELUDE}\n${[...records].map(recordText).join('\n')}`);
  texts.set('entry.ts', `export { emulateWhole } from './${path.basename(ENTRY, '.ts')}';\n${ENTRY_POINTS}`);
  let binary;
  const problems = [];
  const { error } = await asc.main(
    [
      'entry.ts',
      '--outFile',
      'core.wasm',
      '--runtime',
      'stub',
      '-O3',
      '--noAssert',
      '--enable',
      'simd',
      '--disableWarning',
      '--use',
      'abort=',
    ].concat(isChecked ? ['--debug'] : []),
    {
      readFile: (name) => texts.get(name) ?? null,
      writeFile: (_name, contents) => {
        binary = contents;
      },
      listFiles: () => [],
      stderr: { write: (chunk) => problems.push(chunk) },
    },
  );
  if (error !== null) throw new Error(`the emulator's core does not compile:\n${problems.join('')}`);
  const classes = modules.flatMap((each) => each.statements.filter(ts.isClassDeclaration));
  const layouts = Object.fromEntries([
    ...[...records].map(([name, fields]) => [name, layout(fields)]),
    ...classes.map((each) => [each.name.text, layout(fieldsOfClass(each))]),
  ]);
  return { binary, layouts, texts };
}

/** What takes the place of src/emulate/compiled/binary.ts, where there is WebAssembly. */
async function binaryModule() {
  core ??= compileCore();
  const { binary, layouts } = await core;
  const base64 = Buffer.from(binary).toString('base64');
  return `export const binary = ${JSON.stringify({ base64, layouts })};`;
}

const BINARY_FILE = /[/\\]emulate[/\\]compiled[/\\]binary\.ts$/;

/** For esbuild. */
export const compiledCore = {
  name: 'compiled-core',
  setup(bundler) {
    const file = path.join(root, 'src/emulate/compiled/binary.ts');
    bundler.onLoad({ filter: BINARY_FILE }, async () => ({
      contents: await binaryModule(),
      loader: 'js',
      watchFiles: [file],
    }));
  },
};

/** For Vite, which runs the tests. */
export const compiledCoreInTests = {
  name: 'compiled-core',
  load: (id) => (BINARY_FILE.test(id) ? binaryModule() : undefined),
};

/** Compiled once for all bundles of a build. */
let core;
