// Builds dist/: the command (dist/kernelcast.js), the library (dist/index.js without any Node module, dist/node.js,
// dist/hardware.js), what they load lazily (dist/chunks/), what records apps (dist/capture.js for Node,
// dist/capture.page.js and dist/capture.global.js for pages, with their types), and the page (dist/page/, by
// page/build.mjs). `npm ci` runs it through the `prepare` script. Further arguments are further programs to bundle:
// `node build.mjs bench/speed/run.ts` gives dist/bench/speed/run.js.

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { compiledCore } from './compiled-core.mjs';
import { compiledSchemas } from './compiled-schemas.mjs';
import { buildPage } from './page/build.mjs';

const root = import.meta.dirname;
const outdir = path.join(root, 'dist');

/**
 * yargs and cli-table3 measure text with `string-width`, whose tables of Unicode cost more time at start-up
 * than a prediction takes. This counts East Asian wide characters and emoji as two columns and all else as one.
 */
const textWidth = {
  name: 'text-width',
  setup(bundler) {
    bundler.onResolve({ filter: /^string-width$/ }, () => ({
      path: 'string-width',
      namespace: 'text-width',
    }));
    bundler.onLoad({ filter: /.*/, namespace: 'text-width' }, () => ({
      loader: 'js',
      contents: String.raw`
        const ESCAPES = /\x1b\[[0-9;]*m/g;
        const WIDE = /[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu;
        module.exports = (text) => [...text.replace(ESCAPES, '').replace(WIDE, 'ww')].length;
      `,
    }));
  },
};

/**
 * Bundled CommonJS modules cannot `require` a module of Node's in an ES module. They get it by an import; and one that
 * only looks whether Node's `crypto` is there, and is in what browsers load, too, is told that it is not.
 */
const requiredBuiltins = {
  name: 'required-builtins',
  setup(bundler) {
    bundler.onResolve({ filter: /^(crypto|os|util)$/ }, ({ path: name, kind }) =>
      kind === 'require-call' ? { path: name, namespace: 'required-builtins' } : undefined,
    );
    bundler.onLoad({ filter: /.*/, namespace: 'required-builtins' }, ({ path: name }) => ({
      contents: name === 'crypto' ? 'module.exports = undefined;' : `export * from 'node:${name}';`,
    }));
  },
};

/** mathjs without its ready-made functions: where modules are loaded late, nothing leaves out what is not used. */
const mathsByName = {
  name: 'maths-by-name',
  setup(bundler) {
    const folder = path.join(root, 'node_modules/mathjs/lib/esm');
    bundler.onResolve({ filter: /^mathjs\/number$/ }, () => ({ path: 'mathjs', namespace: 'maths-by-name' }));
    bundler.onLoad({ filter: /.*/, namespace: 'maths-by-name' }, () => ({
      contents: `
        export * from './entry/dependenciesNumber.generated.js';
        export { create } from './core/create.js';`,
      resolveDir: folder,
    }));
  },
};

const plugins = [compiledCore, compiledSchemas, textWidth, requiredBuiltins];
/** These carry native libraries and WebAssembly; the others are small and start faster inside the bundle. */
const external = ['webgpu', 'naga-wasm', 'node-sqlite3-wasm', 'pg-boss', 'pg', '@electric-sql/pglite'];

const further = process.argv.slice(2);
const entryPoints = [
  { in: 'src/start/command.ts', out: 'kernelcast' },
  { in: 'src/library/core.ts', out: 'index' },
  { in: 'src/library/node.ts', out: 'node' },
  { in: 'src/library/hardware.ts', out: 'hardware' },
  { in: 'src/action/main.ts', out: 'pull-request' },
  { in: 'src/hardware/gpu-process.ts', out: 'gpu-process' },
  { in: 'src/start/worker.ts', out: 'model-worker' },
  { in: 'src/start/farm-model.ts', out: 'farm-model' },
  { in: 'src/start/compile.ts', out: 'compile' },
  ...further.map((file) => ({ in: file, out: file.replace(/\.[^.]*$/, '') })),
];

if (existsSync(outdir)) rmSync(outdir, { recursive: true });
const { metafile } = await build({
  metafile: true,
  absWorkingDir: root,
  entryPoints,
  outdir,
  bundle: true,
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // Some packages have a CommonJS file that cannot be bundled as their main one.
  mainFields: ['module', 'main'],
  external,
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  plugins,
  logLevel: 'warning',
});
chmodSync(path.join(outdir, 'kernelcast.js'), 0o755);

/** The command as one file that can be loaded with its compiled code (src/start/load-program.ts). */
const { metafile: programMetafile } = await build({
  metafile: true,
  absWorkingDir: root,
  entryPoints: ['src/start/program.ts'],
  outfile: 'dist/program.cjs',
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  mainFields: ['module', 'main'],
  external,
  define: { 'import.meta.url': 'moduleUrl' },
  banner: { js: 'const moduleUrl = require("node:url").pathToFileURL(__filename).href;' },
  // A function that comes with its compiled code cannot import, but require what is imported.
  supported: { 'dynamic-import': false },
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  plugins: [mathsByName, ...plugins],
  logLevel: 'warning',
});

/** Capture goes into other people's apps: files that need nothing else, for Node and for pages. */
const capture = {
  absWorkingDir: root,
  bundle: true,
  minifySyntax: true,
  legalComments: 'none',
  logLevel: 'warning',
};
await build({
  ...capture,
  entryPoints: ['src/capture/node.ts'],
  outfile: 'dist/capture.js',
  format: 'esm',
  platform: 'node',
  target: 'node20',
});
for (const [outfile, format] of [
  ['dist/capture.page.js', 'esm'],
  ['dist/capture.global.js', 'iife'],
]) {
  await build({
    ...capture,
    entryPoints: ['src/capture/page.ts'],
    outfile,
    format,
    platform: 'browser',
    target: 'es2022',
  });
}
cpSync(path.join(root, 'src/capture/declarations'), outdir, { recursive: true });

/** Profiles as modules, since JSON needs an import attribute or a bundler; types.mjs gives them theirs. */
const profiles = path.join(outdir, 'profiles');
mkdirSync(profiles);
for (const file of readdirSync(path.join(root, 'hwprofiles'))) {
  if (!file.endsWith('.json') || /schema|sources/.test(file)) continue;
  const profile = JSON.parse(readFileSync(path.join(root, 'hwprofiles', file), 'utf8'));
  const name = path.basename(file, '.json');
  writeFileSync(path.join(profiles, `${name}.js`), `export default ${JSON.stringify(profile)};\n`);
}

/** What `"$schema"` may name, and what programs check JSON by. */
for (const [name, file] of [
  ['launch', 'src/launch/schema.json'],
  ['app', 'src/app/schema.json'],
  ['wavefront', 'src/wavefront/schema.json'],
  ['choice', 'src/adapt/choice.schema.json'],
  ['profile', 'hwprofiles/schema.json'],
]) {
  cpSync(path.join(root, file), path.join(outdir, 'schemas', `${name}.json`));
}

/** Those whose code is in the bundles want their licence to go with it. */
const bundled = Object.keys({ ...metafile.inputs, ...programMetafile.inputs }).flatMap(
  (file) => /^(node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [],
);
// Part of its standard library is in the emulator's core.
bundled.push('node_modules/assemblyscript');
const licences = [...new Set(bundled)].sort().map((folder) => {
  const at = path.join(root, folder);
  const { name, version, license } = JSON.parse(readFileSync(path.join(at, 'package.json'), 'utf8'));
  const file = readdirSync(at).find((each) => /^licen[cs]e/i.test(each));
  const text = file === undefined ? '' : `\n${readFileSync(path.join(at, file), 'utf8').trim()}\n`;
  return `${name} ${version}: ${license}\n${text}`;
});
writeFileSync(path.join(outdir, 'THIRD-PARTY-LICENCES.txt'), licences.join(`\n${'-'.repeat(80)}\n`));

await buildPage();

/** What the engine makes of the command, from the kinds of kernels that most have: memory, reuse, arithmetic. */
const usual = ['triad', 'matmul-tiled', 'nbody'].map((name) => `examples/${name}.json`);
execFileSync(process.execPath, [path.join(outdir, 'compile.js'), ...usual], { cwd: root });
rmSync(path.join(outdir, 'compile.js'));
