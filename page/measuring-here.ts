// Whether this browser can measure, in words where it cannot.

let found: Promise<string | undefined> | undefined;

/** Why nothing can be measured here; undefined where something can. */
export function whyNotMeasured(): Promise<string | undefined> {
  found ??= look();
  return found;
}

async function look(): Promise<string | undefined> {
  const none = 'Nothing can be measured here: ';
  if (!isSecureContext) return `${none}browsers give WebGPU to pages from https:// or localhost alone.`;
  if (!navigator.gpu) return `${none}this browser has no WebGPU, or has it switched off.`;
  const adapter = await navigator.gpu.requestAdapter().catch(() => null);
  if (!adapter) return `${none}this browser has WebGPU, but no GPU for it.`;
  if (adapter.features.has('timestamp-query')) return undefined;
  return `${none}this browser’s WebGPU has no timestamps (timestamp-query) for this GPU.`;
}
