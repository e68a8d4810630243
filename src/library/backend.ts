// The model for searches of one's own, over the processors of this machine.

import type { Backend } from '../configure/backend.ts';
import { openBackend as open } from '../configure/open-backend.ts';
import type { Launch } from '../launch/launch.ts';
import { optionsOf, type Settings } from './settings.ts';

/** The model for a `ModelEvaluator`, in worker threads where there are processors for them; `close()` ends these. */
export async function openBackend(launch: Launch, settings: Settings = {}): Promise<Backend> {
  return await open(launch, optionsOf(settings));
}
