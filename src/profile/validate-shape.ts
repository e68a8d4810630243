// Checks a profile's shape against `hwprofiles/schema.json`. The build replaces this module by the schema compiled
// ahead of time (see build.mjs).

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import schema from '../../hwprofiles/schema.json' with { type: 'json' };

const ajv = new Ajv2020({ allErrors: true, discriminator: true, strictTypes: false, strictRequired: false });
const validate: ValidateFunction = ajv.compile(schema);

export default validate;
