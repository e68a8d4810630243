// Which devices there are to choose from, by vendor, and which of them is the visitor's.

import { resolveDevice } from '../src/profile/resolve.ts';
import { make, part } from './dom.ts';
import type { Profiles } from './messages.ts';

/** A group for each vendor, and one for what was calibrated in this browser. */
export function deviceGroups(builtIn: Profiles, own: Profiles): HTMLElement[] {
  const vendors = [...new Set(Object.values(builtIn).map(({ vendor }) => vendor))];
  const groups = vendors.map((vendor): [string, string[]] => [
    vendor,
    Object.keys(builtIn).filter((name) => builtIn[name].vendor === vendor),
  ]);
  return [...groups, ['Calibrated here', Object.keys(own)] as const]
    .filter(([, names]) => names.length > 0)
    .map(([label, names]) =>
      make('optgroup', { label }, ...names.map((name) => make('option', { textContent: name }))),
    );
}

/**
 * Offers the visitor's GPU by the name that the browser gives for it, where there is one with a profile near.
 * @param choose makes a device that of the whole page
 */
export async function nameThisGpu(builtIn: Profiles, choose: (profile: string) => void): Promise<void> {
  const adapter = await navigator.gpu?.requestAdapter().catch(() => null);
  const found = adapter && profileOfAdapter(adapter.info, builtIn);
  if (!found) return;
  const button = part<HTMLButtonElement>('this-gpu');
  button.textContent = `Your GPU: ${found.name}`;
  button.title = found.note ?? `The browser calls it ${found.told}.`;
  button.onclick = () => choose(found.name);
  button.hidden = false;
}

/** Browsers tell little: often only a maker and a generation. */
export function profileOfAdapter(
  {
    vendor,
    architecture,
    device,
    description,
  }: Pick<GPUAdapterInfo, 'vendor' | 'architecture' | 'device' | 'description'>,
  builtIn: Profiles,
): { readonly name: string; readonly note?: string; readonly told: string } | undefined {
  const profiles = Object.values(builtIn);
  for (const told of [description, device, `${vendor} ${architecture}`]) {
    const found = told.trim() === '' ? undefined : resolveDevice(told, profiles);
    if (found && 'name' in found) return { ...found, told };
  }
  return undefined;
}
