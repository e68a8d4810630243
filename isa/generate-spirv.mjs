// Writes isa/spirv.json: Khronos's machine-readable grammar of SPIR-V, trimmed to what reading, printing and
// lowering need. `node isa/generate-spirv.mjs [FOLDER]`, where the folder holds the grammar of the Debian
// package spirv-headers (/usr/include/spirv/unified1). Run it again when a newer grammar is to be read.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const folder = process.argv[2] ?? '/usr/include/spirv/unified1';
const read = (file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
const core = read('spirv.core.grammar.json');

/** Sets of extended instructions whose operands are all ids, as printed after OpExtInst. */
const SETS = {
  'GLSL.std.450': read('extinst.glsl.std.450.grammar.json'),
  'NonSemantic.DebugPrintf': read('extinst.nonsemantic.debugprintf.grammar.json'),
  'NonSemantic.Shader.DebugInfo.100': read('extinst.nonsemantic.shader.debuginfo.100.grammar.json'),
};

/**
 * What compilers emit for compute shaders that the packaged grammar is too old for, from the texts of
 * SPV_KHR_maximal_reconvergence, SPV_KHR_float_controls2 and SPV_KHR_cooperative_matrix.
 */
const ADDED_KINDS = [
  {
    kind: 'CooperativeMatrixOperands',
    category: 'mask',
    enumerants: [
      ['NoneKHR', 0],
      ['MatrixASignedComponentsKHR', 1],
      ['MatrixBSignedComponentsKHR', 2],
      ['MatrixCSignedComponentsKHR', 4],
      ['MatrixResultSignedComponentsKHR', 8],
      ['SaturatingAccumulationKHR', 16],
    ],
  },
];
const ADDED_ENUMERANTS = {
  ExecutionMode: [
    ['MaximallyReconvergesKHR', 6023],
    ['FPFastMathDefault', 6028, ['IdRef', 'IdRef']],
  ],
  Capability: [
    ['CooperativeMatrixKHR', 6022],
    ['FloatControls2', 6029],
  ],
};
const ADDED_INSTRUCTIONS = [
  [4456, 'OpTypeCooperativeMatrixKHR', 'IdResult IdRef IdScope IdRef IdRef IdRef'],
  [4457, 'OpCooperativeMatrixLoadKHR', 'IdResultType IdResult IdRef IdRef IdRef? MemoryAccess?'],
  [4458, 'OpCooperativeMatrixStoreKHR', 'IdRef IdRef IdRef IdRef? MemoryAccess?'],
  [4459, 'OpCooperativeMatrixMulAddKHR', 'IdResultType IdResult IdRef IdRef IdRef CooperativeMatrixOperands?'],
  [4460, 'OpCooperativeMatrixLengthKHR', 'IdResultType IdResult IdRef'],
];

const CATEGORIES = { BitEnum: 'mask', ValueEnum: 'enum', Id: 'id', Literal: 'literal', Composite: 'pair' };
const operandsOf = (operands = []) => operands.map(({ kind, quantifier = '' }) => kind + quantifier);

function enumerantOf({ enumerant, value, parameters }) {
  const row = [enumerant, Number(value)];
  return parameters ? [...row, operandsOf(parameters)] : row;
}

function kindOf({ kind, category, enumerants, bases }) {
  return {
    kind,
    category: CATEGORIES[category],
    ...(bases ? { bases } : {}),
    ...(enumerants ? { enumerants: [...enumerants.map(enumerantOf), ...(ADDED_ENUMERANTS[kind] ?? [])] } : {}),
  };
}

const instructions = [
  ...core.instructions.map((each) => [each.opcode, each.opname, operandsOf(each.operands).join(' '), each.class]),
  ...ADDED_INSTRUCTIONS.map((row) => [...row, 'Reserved']),
].sort((a, b) => a[0] - b[0]);
const known = new Set(core.instructions.map((each) => each.opname));
const repeated = [
  ...ADDED_INSTRUCTIONS.filter(([, name]) => known.has(name)),
  ...ADDED_KINDS.filter(({ kind }) => core.operand_kinds.some((each) => each.kind === kind)),
  ...core.operand_kinds.flatMap(({ kind, enumerants = [] }) =>
    (ADDED_ENUMERANTS[kind] ?? []).filter(([name]) => enumerants.some((each) => each.enumerant === name)),
  ),
];
if (repeated.length > 0) throw new Error(`the grammar has these by now; drop them here: ${repeated.join('; ')}`);

const table = {
  $schema: './spirv.schema.json',
  schema: 'kernelcast/spirv-grammar@1',
  version: `${core.major_version}.${core.minor_version}`,
  revision: core.revision,
  source:
    'github.com/KhronosGroup/SPIRV-Headers, include/spirv/unified1 (Debian package spirv-headers), trimmed by generate-spirv.mjs, with the additions named there; not the normative grammar, which is at https://www.khronos.org/registry/',
  license: core.copyright.join(' ').replace(/\s+/g, ' '),
  instructions,
  kinds: [...core.operand_kinds.map(kindOf), ...ADDED_KINDS],
  sets: Object.entries(SETS).map(([name, { instructions: list }]) => ({
    name,
    instructions: list.map((each) => [each.opcode, each.opname, (each.operands ?? []).length]),
  })),
};

/** One row per line, so that a change of the grammar reads as one. */
const rows = (list) => `[\n${list.map((row) => JSON.stringify(row)).join(',\n')}\n]`;
const fields = Object.entries(table).map(
  ([key, value]) => `${JSON.stringify(key)}: ${Array.isArray(value) ? rows(value) : JSON.stringify(value)}`,
);
writeFileSync(path.join(import.meta.dirname, 'spirv.json'), `{\n${fields.join(',\n')}\n}\n`);
