// For esbuild: schemas of JSON files compiled when a bundle is built.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { withoutDescription } from './tables-without-prose.mjs';

const root = import.meta.dirname;

/**
 * A module named `validate-shape.ts` compiles the `schema.json` that it imports when it is loaded; in the bundle it
 * is the compiled validator itself, which saves the 50 ms that compiling takes. The options must be those of
 * the module.
 */
export const compiledSchemas = {
  name: 'compiled-schemas',
  setup(bundler) {
    bundler.onLoad({ filter: /[/\\]validate-shape\.ts$/ }, ({ path: file }) => {
      const [, named] = /^import schema from '([^']+)'/m.exec(readFileSync(file, 'utf8'));
      const schemaFile = path.join(path.dirname(file), named);
      const schema = schemaIn(schemaFile);
      const options = { allErrors: true, discriminator: true, strictTypes: false, strictRequired: false };
      const ajv = new Ajv2020({ ...options, code: { source: true, esm: true } });
      // By its name, since src/ may be a link.
      const launch = schemaIn(path.join(root, 'src/launch/schema.json'));
      if (schema.$id !== launch.$id) ajv.addSchema(launch);
      return { contents: standaloneCode(ajv, ajv.compile(schema)), loader: 'js', watchFiles: [schemaFile] };
    });
  },
};

/** Without what it says to people: validators of standalone code carry the schemas that others refer to. */
function schemaIn(file) {
  return JSON.parse(readFileSync(file, 'utf8'), withoutDescription);
}
