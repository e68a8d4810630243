// Writes the declarations of the library into dist/, after build.mjs: one file per entry that imports nothing, and one per
// profile. It takes ten seconds, so tests that start the command build without it. Declarations are made file by
// file first, since bundling them is twice as quick as bundling sources.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generateDtsBundle } from 'dts-bundle-generator';
import ts from 'typescript';

const root = import.meta.dirname;
const dist = path.join(root, 'dist');
const ENTRIES = { core: 'index', node: 'node', hardware: 'hardware' };

const config = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile).config;
const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root);
// Below the root, so that packages and their types are found.
const folder = mkdtempSync(path.join(dist, 'types-'));
try {
  // Types are checked by `npm run check`.
  const emitted = { noEmit: false, declaration: true, emitDeclarationOnly: true, noCheck: true };
  const files = Object.keys(ENTRIES).map((name) => path.join(root, 'src/library', `${name}.ts`));
  ts.createProgram(files, { ...options, ...emitted, rootDir: root, outDir: folder }).emit();
  const bundles = generateDtsBundle(
    Object.keys(ENTRIES).map((name) => ({
      filePath: path.join(folder, 'src/library', `${name}.d.ts`),
      output: { noBanner: true, exportReferencedTypes: false },
    })),
    { preferredConfigPath: path.join(root, 'tsconfig.json') },
  );
  for (const [at, name] of Object.values(ENTRIES).entries()) {
    const [outside] = /^(import|\/\/\/).*$/m.exec(bundles[at]) ?? [];
    if (outside !== undefined)
      throw new Error(`dist/${name}.d.ts needs what the package has not: ${outside}`);
    writeFileSync(path.join(dist, `${name}.d.ts`), bundles[at]);
  }
} finally {
  rmSync(folder, { recursive: true });
}

const profile = `import type { Profile } from '../index.js';\n\ndeclare const profile: Profile;\nexport default profile;\n`;
for (const file of readdirSync(path.join(dist, 'profiles')).filter((each) => each.endsWith('.js')))
  writeFileSync(path.join(dist, 'profiles', file.replace(/js$/, 'd.ts')), profile);
