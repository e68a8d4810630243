// What the documents name is there: files behind links, paths and commands in code, scripts of npm.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { documents } from './documents.ts';

const root = path.join(import.meta.dirname, '../..');
const FOLDERS = 'src|test|bench|isa|hwprofiles|docs|microbench|examples';

const LINK = /\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g;
const CODE = /^```[^\n]*\n([\s\S]*?)\n```$|`([^`\n]+)`/gm;
const PART = '[^\\s`\'"()|;:,{]*';
const PATH = new RegExp(`(?<![\\w./-])(?:dist/)?(?:${FOLDERS})/${PART}(?:\\{[^}\\s]*\\}${PART})?`, 'g');
const SCRIPT = /\bnpm run ([\w:-]+)/g;
const COMMAND = /\bkernelcast ([a-z]+)\b/g;

/** Stands for any name: `NAME.json`, `*.json`, `…`. */
const ANY = /[A-Z]{3,}(?!.*\.md$)|[*…]/;

/** As headings are linked to. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const anchorsOf = (text: string) => [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading));

/** `a/{b,c}` is two paths. */
function expanded(found: string): string[] {
  const braces = /^(.*)\{(.*)\}(.*)$/.exec(found);
  return braces ? braces[2].split(',').map((each) => `${braces[1]}${each}${braces[3]}`) : [found];
}

/** A path as far as it is no placeholder; that of a built program is the path of its source. */
function known(found: string): string {
  const segments = found
    .replace(/^dist\/(.*)\.js$/, '$1.ts')
    .replace(/\.$/, '')
    .split('/');
  const end = segments.findIndex((each) => ANY.test(each));
  return segments.slice(0, end < 0 ? segments.length : end).join('/');
}

/** What a document names and is not there. */
function missing(file: string, text: string): string[] {
  const wrong: string[] = [];
  for (const [link, target, anchor] of text.matchAll(LINK)) {
    const to = path.join(root, path.dirname(file), target);
    const linked = () => (target === '' ? text : readFileSync(to, 'utf8'));
    const isThere = existsSync(to) && (anchor === undefined || anchorsOf(linked()).includes(anchor));
    if (!isThere) wrong.push(link);
  }
  for (const [, block, span] of text.matchAll(CODE)) {
    const code = block ?? span;
    const paths = [...code.matchAll(PATH)].flatMap(([found]) => expanded(found));
    wrong.push(...paths.filter((each) => !existsSync(path.join(root, known(each)))));
    const scripts = [...code.matchAll(SCRIPT)].filter(([, name]) => !(name in packageFile.scripts));
    const commands = [...code.matchAll(COMMAND)].filter(
      ([, name]) => !existsSync(path.join(root, `src/cli/${name}.ts`)),
    );
    wrong.push(...[...scripts, ...commands].map(([found]) => found));
  }
  return wrong;
}

/** What explains a folder, beside what is in it. */
const readmes = ['bench', 'hwprofiles', 'isa', 'microbench', 'test/golden'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'README.md')
    .map((file) => path.posix.join(folder, file)),
);

describe('what is named', () => {
  it.each([...documents(), ...readmes])('in %s is there', (file) => {
    expect(missing(file, readFileSync(path.join(root, file), 'utf8'))).toEqual([]);
  });

  it('is found in links and in code', () => {
    const text = `# A heading: of two
[good](../README.md) [here](#a-heading-of-two) [gone](gone.md) [nowhere](#nowhere)
\`src/library/core.ts\`, \`test/docs/{links.test,gone}.ts\`, \`isa/VENDOR/code.json\`, src/in-prose.ts
\`\`\`sh
npm run docs && npm run gone && node dist/test/docs/write.js && node dist/test/docs/gone.js
npx kernelcast predict examples/*.json && npx kernelcast forecast examples/gone.json
\`\`\`
`;
    expect(missing('docs/any.md', text)).toEqual([
      '](gone.md)',
      '](#nowhere)',
      'test/docs/gone.ts',
      'dist/test/docs/gone.js',
      'examples/gone.json',
      'npm run gone',
      'kernelcast forecast',
    ]);
  });
});
