// Who may import whom. The table is the architecture: docs/architecture.md says it in words.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const source = path.join(root, 'src');

interface Rule {
  /** Folders whose values (and types) may be imported. */
  readonly values: readonly string[];
  /** Folders whose types alone may be imported. */
  readonly types?: readonly string[];
  /** Packages that may be imported. */
  readonly packages?: readonly string[];
  /** Files that may import `node:` modules; `true` for all of them. */
  readonly node?: true | readonly string[];
}

const CORE = [
  'diagnostics',
  'numeric',
  'texture',
  'ir',
  'decode',
  'passes',
  'machine',
  'compilers',
  'launch',
  'profile',
  'execute',
  'emulate',
];
const RESULTS = [
  'predict',
  'analyze',
  'measure',
  'validate',
  'calibrate',
  'space',
  'search',
  'tune',
  'app',
  'wavefront',
  'adapt',
];

const RULES: Readonly<Record<string, Rule>> = {
  diagnostics: { values: [] },
  numeric: { values: [] },
  learn: { values: ['numeric'] },
  texture: { values: [] },
  ir: { values: ['diagnostics', 'texture'] },
  decode: { values: ['diagnostics', 'texture', 'ir'], packages: ['wesl'] },
  passes: { values: ['diagnostics', 'ir'] },
  machine: { values: ['diagnostics', 'ir'] },
  compilers: { values: ['diagnostics', 'texture', 'ir', 'decode', 'passes', 'machine'], packages: ['wesl'] },
  launch: {
    values: ['diagnostics', 'texture', 'ir'],
    packages: ['ajv', 'jsonc-parser', 'mathjs'],
    node: ['load.ts'],
  },
  profile: { values: ['diagnostics'], packages: ['ajv'], node: ['load.ts', 'package-root.ts'] },
  execute: { values: ['diagnostics', 'texture', 'ir', 'machine', 'launch'] },
  emulate: { values: ['diagnostics', 'numeric', 'ir', 'machine', 'profile'], types: ['execute'] },
  analyze: {
    values: ['diagnostics', 'numeric', 'learn', 'ir', 'machine', 'launch', 'profile', 'emulate', 'transform'],
    types: ['execute', 'predict'],
  },
  transform: { values: ['diagnostics', 'decode'], types: ['launch'], packages: ['wesl', 'jsonc-parser'] },
  space: { values: ['diagnostics', 'launch'] },
  search: { values: ['diagnostics', 'space'] },
  configure: {
    values: [
      'diagnostics',
      'ir',
      'launch',
      'profile',
      'space',
      'transform',
      'predict',
      'emulate',
      'analyze',
      'search',
    ],
    node: ['pool.ts', 'worker.ts', 'open-backend.ts'],
  },
  adapt: { values: ['diagnostics', 'launch', 'space', 'learn', 'configure'], types: ['profile'] },
  reflect: { values: ['diagnostics', 'texture', 'ir', 'decode', 'passes'] },
  predict: { values: [...CORE, 'reflect', 'analyze'] },
  app: {
    values: [...CORE, 'predict'],
    types: ['analyze'],
    packages: ['ajv', 'jsonc-parser', 'nanotar'],
    node: ['load.ts'],
  },
  wavefront: {
    values: ['diagnostics', 'launch', 'profile', 'reflect', 'emulate', 'predict', 'app', 'learn'],
    packages: ['ajv'],
  },
  report: { values: ['diagnostics'], types: [...CORE, ...RESULTS, 'farm'], packages: ['cli-table3'] },
  hardware: {
    values: ['diagnostics', 'texture', 'launch'],
    types: ['profile'],
    packages: ['webgpu', 'naga-wasm'],
    node: true,
  },
  measure: {
    values: ['diagnostics', 'texture', 'launch', 'predict', 'app', 'hardware'],
    packages: ['ajv'],
    node: ['record.ts'],
  },
  calibrate: {
    values: ['diagnostics', 'profile', 'emulate', 'predict', 'launch', 'measure'],
    types: ['execute', 'hardware'],
    node: ['microbench.ts'],
  },
  validate: {
    values: ['diagnostics', 'machine', 'profile', 'emulate', 'execute', 'measure', 'predict'],
    types: ['compilers', 'launch'],
    node: ['launch-set.ts'],
  },
  tune: {
    values: [
      'diagnostics',
      'launch',
      'space',
      'search',
      'transform',
      'configure',
      'predict',
      'hardware',
      'measure',
    ],
    types: ['profile'],
    packages: ['ajv', 'node-sqlite3-wasm'],
    node: true,
  },
  farm: {
    values: [
      'diagnostics',
      'launch',
      'profile',
      'predict',
      'configure',
      'hardware',
      'measure',
      'tune',
      'validate',
      'report',
    ],
    types: ['space', 'search'],
    packages: ['ajv', 'pg', 'pg-boss', '@electric-sql/pglite'],
    node: true,
  },
  // Goes into other people's apps as one file.
  capture: { values: ['texture'], node: ['node.ts', 'folder.ts'] },
  cli: {
    values: [
      ...CORE,
      ...RESULTS,
      'reflect',
      'report',
      'hardware',
      'transform',
      'configure',
      'capture',
      'farm',
    ],
    packages: ['yargs'],
    node: true,
  },
  // Loads the programs that the command and its processes are.
  start: { values: ['cli', 'configure', 'farm'], node: true },
  // Starts the command, and puts what it says side by side.
  action: { values: ['analyze', 'report'], types: ['predict'], node: ['main.ts'] },
  // What programs import: names and defaults, and work of the commands as functions.
  library: {
    values: [...CORE, ...RESULTS, 'transform', 'configure', 'hardware', 'cli'],
    types: ['report'],
  },
};

interface Import {
  readonly file: string;
  readonly folder: string;
  readonly target: string;
  readonly isType: boolean;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.join(folder, file))
    .sort();
}

/** A file without its comments. */
function codeOf(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

/** `import … from`, `export … from`, `import '…'` and `import('…')`, comments left out. */
function importsOf(text: string): { target: string; isType: boolean }[] {
  const code = codeOf(text);
  const found: { target: string; isType: boolean }[] = [];
  const fromClause = /^\s*(?:import|export)\s+(type\b)?(?:[\w$*\s{},]*?\sfrom\s+|\s*)'([^']+)'/gm;
  for (const match of code.matchAll(fromClause))
    found.push({ target: match[2], isType: match[1] !== undefined });
  for (const match of code.matchAll(/(?<!typeof\s)\bimport\(\s*'([^']+)'/g)) {
    found.push({ target: match[1], isType: false });
  }
  return found;
}

const imports: Import[] = filesBelow(source).flatMap((file) => {
  const inSource = path.relative(source, file);
  const folder = inSource.includes(path.sep) ? inSource.split(path.sep)[0] : '';
  return importsOf(readFileSync(file, 'utf8')).map((found) => ({ ...found, file: inSource, folder }));
});

/** The folder of `src/` that a relative import leads to; undefined for one that leaves `src/`. */
function folderOf(found: Import): string | undefined {
  const target = path.join(source, path.dirname(found.file), found.target);
  const inSource = path.relative(source, target);
  return inSource.startsWith('..') ? undefined : inSource.split(path.sep)[0];
}

function packageOf(target: string): string {
  return target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');
}

const isRelative = (target: string) => target.startsWith('.');
const isNode = (target: string) => target.startsWith('node:');
const show = (found: Import) => `${found.file} imports ${found.isType ? 'type ' : ''}${found.target}`;

describe('imports', () => {
  const inFolders = imports.filter((found) => found.folder !== '');

  it('finds imports at all', () => {
    expect(imports.length).toBeGreaterThan(50);
    const text =
      "import a from './a';\nimport type { B }\n from './b';\nexport * from './c';\nawait import('./d');";
    expect(importsOf(text).map((each) => `${each.target}${each.isType ? ' type' : ''}`)).toEqual([
      './a',
      './b type',
      './c',
      './d',
    ]);
  });

  it('come from folders that the table knows', () => {
    const folders = readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map((entry) => entry.name).filter((name) => RULES[name] === undefined)).toEqual([]);
  });

  it('point one way between folders', () => {
    const wrong = inFolders.filter((found) => {
      if (!isRelative(found.target)) return false;
      const target = folderOf(found);
      if (target === undefined || target === found.folder) return false;
      const rule = RULES[found.folder];
      return !rule.values.includes(target) && !(found.isType && (rule.types ?? []).includes(target));
    });
    expect(wrong.map(show)).toEqual([]);
  });

  it('name only the packages that a folder may use', () => {
    const wrong = inFolders.filter((found) => {
      if (isRelative(found.target) || isNode(found.target)) return false;
      return !(RULES[found.folder].packages ?? []).includes(packageOf(found.target));
    });
    expect(wrong.map(show)).toEqual([]);
  });

  it('reach for Node only outside of the core and in its loaders', () => {
    const wrong = inFolders.filter((found) => {
      const node = RULES[found.folder].node ?? [];
      return isNode(found.target) && node !== true && !node.includes(path.basename(found.file));
    });
    expect(wrong.map(show)).toEqual([]);
  });

  it('lead from no vendor to another, but to what several have in common', () => {
    // Folders of `compilers` that others may import, a later one the earlier: dialects, what drivers share.
    const common = ['tint', 'naga', 'mesa'];
    const outer = ['for-device.ts', 'dialects.ts', 'behaviours.ts'];
    const inCompilers = (file: string) => path.relative('compilers', file).split(path.sep)[0];
    const wrong = imports.filter((found) => {
      if (found.folder !== 'compilers' || !isRelative(found.target)) return false;
      const from = inCompilers(found.file);
      const to = inCompilers(path.join(path.dirname(found.file), found.target));
      if (to === '..' || to.endsWith('.ts') || from === to || outer.includes(from)) return false;
      return !common.includes(to) || (common.includes(from) && common.indexOf(to) > common.indexOf(from));
    });
    expect(wrong.map(show)).toEqual([]);
  });

  it('say their file ending, as the sources run without a build', () => {
    const wrong = imports.filter((found) => isRelative(found.target) && !/\.(ts|json)$/.test(found.target));
    expect(wrong.map(show)).toEqual([]);
  });
});

describe('what `kernelcast` exports', () => {
  /** The files whose values `src/library/core.ts` reaches, and what they import. */
  function reached(): Import[] {
    const of = (file: string) => imports.filter((found) => found.file === file && !found.isType);
    const files = new Set([path.join('library', 'core.ts')]);
    for (const file of files)
      for (const { target } of of(file))
        if (isRelative(target)) files.add(path.join(path.dirname(file), target));
    return [...files].flatMap(of);
  }

  it('runs where there is no Node', () => {
    const found = reached();
    expect(found.length).toBeGreaterThan(500);
    expect(found.filter(({ target }) => isNode(target)).map(show)).toEqual([]);
    const packages = found.flatMap(({ target }) => (isRelative(target) ? [] : packageOf(target)));
    expect([...new Set(packages)].sort()).toEqual(['ajv', 'jsonc-parser', 'mathjs', 'wesl']);
    const globals = /\b(process\.|Buffer\.|__dirname|globalThis\.)/;
    const wrong = [...new Set(found.map(({ file }) => file))].filter((file) =>
      globals.test(codeOf(readFileSync(path.join(source, file), 'utf8'))),
    );
    expect(wrong).toEqual([]);
  });
});

describe('times and what explains them', () => {
  it('come from functions on which engines agree (src/numeric/portable.ts)', () => {
    const varying = /Math\.(log|log1p|exp|expm1|pow|hypot|sinh?|cosh?|tanh?|cbrt)\(/;
    const wrong = ['emulate', 'analyze', 'predict'].flatMap((folder) =>
      filesBelow(path.join(source, folder)).filter((file) =>
        varying.test(codeOf(readFileSync(file, 'utf8'))),
      ),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the page', () => {
  const folder = path.join(root, 'page');
  const FOLDERS = [
    ...['analyze', 'app', 'calibrate', 'configure', 'decode', 'diagnostics', 'emulate', 'hardware', 'ir'],
    ...['launch', 'measure', 'predict', 'profile', 'reflect', 'report', 'search', 'space'],
  ];
  /** Small functions of results that are there. */
  const LIGHT = [path.join('analyze', 'compare.ts'), path.join('analyze', 'diff.ts')];
  const found = filesBelow(folder).flatMap((file) =>
    importsOf(readFileSync(file, 'utf8')).map((each) => ({ ...each, file: path.relative(folder, file) })),
  );
  const outside = found.flatMap((each) => {
    const target = path.relative(source, path.join(folder, path.dirname(each.file), each.target));
    return isRelative(each.target) && !target.startsWith('..') ? [{ ...each, target }] : [];
  });
  const inWords = (each: { file: string; target: string }) => `${each.file} imports ${each.target}`;

  it('uses what runs in a browser', () => {
    expect(outside.length).toBeGreaterThan(10);
    const isAllowed = ({ target }: { target: string }) => FOLDERS.includes(target.split(path.sep)[0]);
    expect(outside.filter((each) => !isAllowed(each)).map(inWords)).toEqual([]);
    expect(found.filter(({ target }) => isNode(target)).map(inWords)).toEqual([]);
    const files = new Set(outside.filter(({ isType }) => !isType).map(({ target }) => target));
    const reached = [...files].flatMap(function reach(file): Import[] {
      const here = imports.filter((each) => each.file === file && !each.isType);
      const next = here
        .filter(({ target }) => isRelative(target))
        .map(({ target }) => path.join(path.dirname(file), target))
        .filter((target) => !files.has(target));
      for (const each of next) files.add(each);
      return [...here, ...next.flatMap(reach)];
    });
    expect(reached.length).toBeGreaterThan(500);
    expect(reached.filter(({ target }) => isNode(target)).map(show)).toEqual([]);
  });

  it('uses only the packages of an editor', () => {
    const packages = found.filter(({ target }) => !isRelative(target)).map(({ target }) => packageOf(target));
    const others = [...new Set(packages)].filter((name) => !name.startsWith('@codemirror/'));
    expect(others.sort()).toEqual(['@lezer/highlight', 'jsonc-parser']);
  });

  it('computes in its worker alone', () => {
    const heavy = ['predict', 'analyze', 'reflect', 'launch'];
    const wrong = outside.filter(
      ({ file, target, isType }) =>
        !isType &&
        !file.startsWith(`worker${path.sep}`) &&
        !LIGHT.includes(target) &&
        heavy.includes(target.split(path.sep)[0]),
    );
    expect(wrong.map(inWords)).toEqual([]);
  });
});

describe('the core', () => {
  const pure = [
    'diagnostics',
    'ir',
    'decode',
    'passes',
    'machine',
    'compilers',
    'execute',
    'emulate',
    'analyze',
    'report',
    'launch',
    'predict',
    'space',
    'search',
    'transform',
    'reflect',
    'learn',
    'adapt',
  ];

  it('uses no clock, no chance and no process', () => {
    const forbidden =
      /\b(Date\.now|new Date\(|Math\.random|performance\.now|process\.(env|cwd|argv|stdout|stderr))/;
    const wrong = filesBelow(source)
      .map((file) => path.relative(source, file))
      .filter((file) => pure.includes(file.split(path.sep)[0]))
      .filter((file) =>
        forbidden.test(readFileSync(path.join(source, file), 'utf8').replace(/^\s*(\/\/|\*).*$/gm, '')),
      );
    expect(wrong).toEqual([]);
  });

  it('leaves no data file about a device to decode, passes and machine', () => {
    // The grammar of SPIR-V is about a language, and its reader may know it.
    const isGrammar = (found: Import) =>
      found.file === path.join('decode', 'spirv', 'grammar.ts') && /\/isa\/spirv\.json$/.test(found.target);
    const wrong = imports.filter((found) => {
      const isData = /(isa|hwprofiles)\//.test(found.target) && !isGrammar(found);
      return ['decode', 'passes', 'machine', 'ir'].includes(found.folder) && isData;
    });
    expect(wrong.map(show)).toEqual([]);
  });

  it('names no vendor, device or compiler where every one of them meets', () => {
    const vendors =
      /\b(tint|dawn|naga|wgpu|nvidia|amd(gpu)?|cuda|ptx|sass|drivers?|[agh][1-9]00|l40s?|kepler|volta|turing|ampere|hopper|sm[ _]?\d\d?)\b/i;
    const isa = readFileSync(path.join(root, 'isa', 'nvidia', 'hopper.json'), 'utf8');
    const mnemonics = new Set([...isa.matchAll(/"opcode": "([A-Z][A-Z0-9]+)/g)].map((match) => match[1]));
    const sass = new RegExp(`\\b(${[...mnemonics].join('|')})\\b`);
    const mentions = (folder: string): string[] =>
      filesBelow(path.join(source, folder)).flatMap((file) =>
        readFileSync(file, 'utf8')
          .split('\n')
          .filter((line) => vendors.test(line) || sass.test(line))
          .map((line) => `${path.relative(source, file)}: ${line.trim()}`),
      );
    expect(mentions('compilers')).not.toEqual([]);
    expect(['ir', 'decode', 'passes'].flatMap(mentions)).toEqual([]);
  });
});

describe('names of vendors', () => {
  /** Vendors, their products and the compilers of shaders; short ones as words of their own. */
  const NAMES = [
    /nvidia|geforce|radeon|hopper|kepler|(?<!struc|cap|man)turing|maxwell|blackwell|naga/gi,
    // Not `getInt`.
    /tint|Tint|TINT/g,
    /(?<![a-z])(amd(gpu)?|intel|apple|qualcomm|ada|ampere|volta|pascal|lovelace|titan|tesla|quadro)(?![a-z])/gi,
    /(?<![a-z])(dawn|wgpu|cuda|ptx|sass|mali|adreno)(?![a-z])/gi,
    /(?<![a-z\d])([aghv][1-9]00|l40s?|[rg]tx|k[24]0\w?|sm[ _]?\d\d?(\.\d)?)(?![a-z\d])/gi,
  ];
  /** Mnemonics of any generation, but for those that are also words of this code. */
  const WORDS = ['EXIT', 'BAR', 'NOP'];
  const tables = readdirSync(path.join(root, 'isa/nvidia')).filter((name) => !name.includes('schema'));
  const mnemonics = tables
    .flatMap((name) =>
      Object.keys(JSON.parse(readFileSync(path.join(root, 'isa/nvidia', name), 'utf8')).opcodes ?? {}),
    )
    .map((opcode) => opcode.split('.')[0])
    .filter((opcode) => !WORDS.includes(opcode));
  const MNEMONIC = new RegExp(`(?<![A-Za-z\\d_])(${[...new Set(mnemonics)].join('|')})(?![A-Za-z\\d_])`, 'g');

  /** Names that may stand elsewhere, as the folder or file of `src`, and why. */
  const ALLOWED: readonly { readonly at: string; readonly names: RegExp; readonly why: string }[] = [
    { at: 'compilers/', names: /./, why: 'this is where they belong' },
    {
      at: 'hardware/',
      names: /^(tint|dawn|naga|nvidia|h200)$/i,
      why: 'drives Dawn, Tint and naga; adapters have names',
    },
    { at: 'cli/', names: /^tint$/i, why: 'has Tint validate what commands read (hardware/tint.ts)' },
    { at: 'profile/default-profile', names: /./, why: 'the profile that is the default, and its name' },
    { at: 'library/', names: /^tint$/i, why: 'has Tint validate what it opens, as commands do' },
  ];

  const found = filesBelow(source).flatMap((file) => {
    const inSource = path.relative(source, file).replaceAll(path.sep, '/');
    const text = readFileSync(file, 'utf8');
    const names = [...NAMES, MNEMONIC].flatMap((pattern) =>
      [...text.matchAll(pattern)].map(([name]) => name),
    );
    return [...new Set(names)].map((name) => ({ inSource, name }));
  });
  const allows = ({ at, names }: (typeof ALLOWED)[number], { inSource, name }: (typeof found)[number]) =>
    inSource.startsWith(at) && names.test(name);

  it('stand with their compilers alone, in code as in comments', () => {
    const wrong = found.filter((each) => !ALLOWED.some((rule) => allows(rule, each)));
    expect(wrong.map(({ inSource, name }) => `${inSource}: ${name}`)).toEqual([]);
  });

  it('have no exception that nothing needs', () => {
    const unused = ALLOWED.filter((rule) => !found.some((each) => allows(rule, each)));
    expect(unused.map(({ at }) => at)).toEqual([]);
  });

  it('are told from other words', () => {
    const seen = (text: string) => [...NAMES, MNEMONIC].some((pattern) => text.match(pattern) !== null);
    for (const name of ['isHopper', 'SM 9.0', 'sm_90', 'an H200', 'closeTint', 'NVIDIA_SUBGROUP', 'LDG.E'])
      expect(seen(name), name).toBe(true);
    for (const word of ['capturing', 'getInt', 'hints', 'an SM', 'manage', 'adapter', 'EXIT', 'LDGx', 'sm2d'])
      expect(seen(word), word).toBe(false);
  });
});

describe('the text of opcodes', () => {
  /** Folders that work on machine programs, and the files in them that may pass an opcode on to people. */
  const readers: Readonly<Record<string, readonly string[]>> = {
    execute: [],
    emulate: [],
    predict: [],
    analyze: ['diagnosis.ts', 'machine-code.ts', 'observe.ts'],
    report: ['diagnosis-trace.ts'],
    // Code recorded from a driver is a listing, which knows nothing but mnemonics.
    validate: ['opcodes.ts'],
  };
  const files = Object.keys(readers)
    .flatMap((folder) => filesBelow(path.join(source, folder)))
    .map((file) => ({ file: path.relative(source, file), code: codeOf(readFileSync(file, 'utf8')) }));

  it('is read for display and for comparison with listings alone', () => {
    const found = files.filter(({ code }) => /\bopcode\b/.test(code)).map(({ file }) => file);
    const allowed = Object.entries(readers).flatMap(([folder, names]) =>
      names.map((name) => path.join(folder, name)),
    );
    expect(found).toEqual(allowed.sort());
  });

  it('is known to compilers alone', () => {
    const { opcodes } = JSON.parse(readFileSync(path.join(root, 'isa/nvidia/hopper.json'), 'utf8'));
    const literal = new RegExp(`['"\`/^](?:${Object.keys(opcodes).join('|')})\\b`);
    expect("is('MUFU.RCP')").toMatch(literal);
    const found = files.filter(({ code }) => literal.test(code)).map(({ file }) => file);
    expect(found).toEqual([]);
  });
});
