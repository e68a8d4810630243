// Builds dist/: the command (dist/kernelcast.js), the library (dist/index.js), what they load lazily (dist/chunks/), and
// what records apps (dist/capture.js for Node, dist/capture.page.js and dist/capture.global.js for pages, with their
// types), and the page (dist/page/, by page/build.mjs). `npm ci` runs it through the `prepare` script. Further arguments
// are further programs to bundle: `node build.mjs bench/speed/run.ts` gives dist/bench/speed/run.js.

import { chmodSync, cpSync, existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
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

const further = process.argv.slice(2);
const entryPoints = [
  { in: 'src/cli/main.ts', out: 'kernelcast' },
  { in: 'src/index.ts', out: 'index' },
  { in: 'src/hardware/gpu-process.ts', out: 'gpu-process' },
  { in: 'src/configure/worker.ts', out: 'model-worker' },
  ...further.map((file) => ({ in: file, out: file.replace(/\.[^.]*$/, '') })),
];

if (existsSync(outdir)) rmSync(outdir, { recursive: true });
await build({
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
  // These carry native libraries and WebAssembly; the others are small and start faster inside the bundle.
  external: ['webgpu', 'node-sqlite3-wasm'],
  banner: {
    js: "import { createRequire as kernelcastCreateRequire } from 'node:module'; const require = kernelcastCreateRequire(import.meta.url);",
  },
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  plugins: [compiledSchemas, textWidth],
  logLevel: 'warning',
});
chmodSync(path.join(outdir, 'kernelcast.js'), 0o755);

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

await buildPage();
