// Builds dist/page/, static files for any host: the page (page.js, page.css, index.html), the worker that computes
// (worker.js), the built-in profiles and the examples as data, and a service worker that keeps all of it for work
// offline. `npm run page`, and part of `npm run build`.

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { compiledCore } from '../compiled-core.mjs';
import { compiledSchemas } from '../compiled-schemas.mjs';
import { tablesWithoutProse } from '../tables-without-prose.mjs';

const root = path.join(import.meta.dirname, '..');
const outdir = path.join(root, 'dist/page');

/** @returns {Promise<void>} */
export async function buildPage() {
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [
      { in: 'page/main.ts', out: 'page' },
      { in: 'page/worker/worker.ts', out: 'worker' },
      { in: 'page/style.css', out: 'page' },
    ],
    outdir,
    bundle: true,
    // What is needed at a click is loaded at that click, and what page and worker share is there once.
    splitting: true,
    chunkNames: '[name]-[hash]',
    metafile: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    mainFields: ['module', 'main'],
    minify: true,
    legalComments: 'none',
    plugins: [compiledCore, compiledSchemas, tablesWithoutProse],
    logLevel: 'warning',
  });
  writeFileSync(path.join(outdir, 'index.html'), document(metafile.outputs));
  writeFileSync(path.join(outdir, 'profiles.json'), JSON.stringify(profiles()));
  writeFileSync(path.join(outdir, 'examples.json'), JSON.stringify(examples()));
  writeFileSync(path.join(outdir, 'microbench.json'), JSON.stringify(microbench()));
  writeFileSync(path.join(outdir, 'offline.js'), offline());
}

/** index.html, which has all loaded at once that page and worker begin with. */
function document(outputs) {
  const at = (name) => `dist/page/${name}`;
  const needed = new Set();
  const need = (file) => {
    if (needed.has(file)) return;
    needed.add(file);
    for (const { path: other, kind } of outputs[file].imports) if (kind === 'import-statement') need(other);
  };
  need(at('page.js'));
  need(at('worker.js'));
  needed.delete(at('page.js'));
  const links = [...needed].sort().map((file) => `<link rel="modulepreload" href="${path.basename(file)}">`);
  return read('page/index.html').replace('<!-- preloads -->', links.join('\n'));
}

function jsonFiles(folder) {
  return readdirSync(path.join(root, folder)).filter((file) => file.endsWith('.json'));
}

function profiles() {
  const files = jsonFiles('hwprofiles').filter((file) => !/schema|^sources/.test(file));
  return Object.fromEntries(
    files.map((file) => [
      file.slice(0, -'.json'.length),
      JSON.parse(read(`hwprofiles/${file}`), withoutDetails),
    ]),
  );
}

/** Where a number comes from stays; what was seen there, in parentheses, is for readers of the files. */
function withoutDetails(key, value) {
  return key === 'source' && typeof value === 'string' ? value.replace(/ \([^()]*\)/g, '') : value;
}

/** Launch files of examples/ with their shaders, as texts. */
function examples() {
  return jsonFiles('examples').map((launchName) => {
    const launch = read(`examples/${launchName}`);
    const shaderName = /"shader":\s*"([^"]+)"/.exec(launch)[1];
    return { launchName, launch, shaderName, shader: read(`examples/${shaderName}`) };
  });
}

/** What a calibration measures that sets a number, with the files of its launches. */
function microbench() {
  const steps = JSON.parse(read('microbench/plan.json')).steps.filter(({ field }) => field !== undefined);
  const launches = [...new Set(steps.map(({ launch }) => launch))];
  const shaders = launches.map((file) => JSON.parse(read(`microbench/${file}`)).shader);
  const names = [...new Set([...launches, ...shaders])];
  return { steps, files: Object.fromEntries(names.map((file) => [file, read(`microbench/${file}`)])) };
}

/** The service worker, which changes when any file does. */
function offline() {
  const names = readdirSync(outdir).sort();
  const hash = createHash('sha256');
  for (const name of names) hash.update(readFileSync(path.join(outdir, name)));
  const files = JSON.stringify(['./', ...names]);
  return `const VERSION = 'kernelcast-${hash.digest('hex').slice(0, 16)}', FILES = ${files};\n${read('page/offline.js')}`;
}

const read = (file) => readFileSync(path.join(root, file), 'utf8');

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPage();
