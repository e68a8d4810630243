// Checks a task's shape against `schema.json`. The build replaces this module by the schema compiled ahead of time (see
// build.mjs).

import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ShapeValidator } from '../launch/shape.ts';
import schema from './schema.json' with { type: 'json' };

const ajv = new Ajv2020({ allErrors: true, discriminator: true, strictTypes: false, strictRequired: false });
const validate: ShapeValidator = ajv.compile(schema);

export default validate;
