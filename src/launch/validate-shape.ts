// Checks a launch file's shape against `schema.json`. The build replaces this module by the schema compiled
// ahead of time (see build.mjs), because compiling it takes longer than many predictions.

import { Ajv2020 } from 'ajv/dist/2020.js';
import schema from './schema.json' with { type: 'json' };
import type { ShapeValidator } from './shape.ts';

const ajv = new Ajv2020({ allErrors: true, discriminator: true, strictTypes: false, strictRequired: false });
const validate: ShapeValidator = ajv.compile(schema);

export default validate;
