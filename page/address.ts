// What the page shows, in its address: compressed, and after the # so that no server sees it.

import type { Document } from './document.ts';
import type { Changes } from './what-if.ts';

export interface Shown {
  readonly document: Document;
  readonly profile: string;
  readonly changes: Changes;
}

/** As it stands in the address, an example that nobody changed by its name. */
interface Linked {
  readonly example?: string;
  readonly texts?: readonly [launchName: string, launch: string, shaderName: string, shader: string];
  readonly profile: string;
  readonly changes?: Changes;
}

/** The part of the address behind its #. Files that texts name are left out: they may be of any size. */
export async function addressOf(
  { document, profile, changes }: Shown,
  examples: readonly Document[],
): Promise<string> {
  const { launchName, launch, shaderName, shader } = document;
  const isExample = examples.some(
    (each) => each.launchName === launchName && each.launch === launch && each.shader === shader,
  );
  const linked: Linked = {
    ...(isExample ? { example: launchName } : { texts: [launchName, launch, shaderName, shader] }),
    profile,
    ...(Object.values(changes).some((each) => each !== 0) ? { changes } : {}),
  };
  const bytes = await piped(
    new TextEncoder().encode(JSON.stringify(linked)),
    new CompressionStream('deflate-raw'),
  );
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Undefined where it says nothing, or nothing that can be read. */
export async function shownBy(address: string, examples: readonly Document[]): Promise<Shown | undefined> {
  try {
    const letters = atob(address.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const text = new TextDecoder().decode(await piped(bytes, new DecompressionStream('deflate-raw')));
    const { example, texts, profile, changes = {} } = JSON.parse(text) as Linked;
    const document = texts ? documentOf(texts) : examples.find(({ launchName }) => launchName === example);
    return document && { document, profile: String(profile), changes };
  } catch {
    return undefined;
  }
}

function documentOf([launchName, launch, shaderName, shader]: NonNullable<Linked['texts']>): Document {
  return {
    launchName: String(launchName),
    launch: String(launch),
    shaderName: String(shaderName),
    shader: String(shader),
    files: {},
  };
}

async function piped(
  bytes: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(through)).arrayBuffer());
}
