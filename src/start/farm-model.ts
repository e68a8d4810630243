// A process of a farm's agent that predicts.

import { optimizeLate } from './engine.ts';

optimizeLate();
await import('../farm/agent/model-process.ts');
