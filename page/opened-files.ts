// Files that are dropped onto the page or chosen: a shader, a launch file, and what the two read.

import type { Document } from './document.ts';

export interface OpenedFiles {
  readonly document: Document;
  /** A shader without its launch file: that is to be made from it. */
  readonly needsLaunch: boolean;
}

/** The document with these files in it. */
export async function withFiles(old: Document, opened: readonly File[]): Promise<OpenedFiles> {
  const launchFile = opened.find(({ name }) => /\.jsonc?$/i.test(name));
  const launch = launchFile ? { launchName: launchFile.name, launch: await launchFile.text() } : {};
  const named = /"shader"\s*:\s*"(?:[^"]*\/)?([^"/]+)"/.exec(launch.launch ?? '')?.[1];
  const shaders = opened.filter(({ name }) => /\.wgsl$/i.test(name));
  const shaderFile = shaders.find(({ name }) => name === named) ?? shaders[0];
  const shader = shaderFile ? { shaderName: shaderFile.name, shader: await shaderFile.text() } : {};
  const others = opened.filter((each) => each !== launchFile && each !== shaderFile);
  const read = others.map(async (file) => [file.name, new Uint8Array(await file.arrayBuffer())] as const);
  const files = { ...old.files, ...Object.fromEntries(await Promise.all(read)) };
  const needsLaunch =
    shaderFile !== undefined && launchFile === undefined && shaderFile.name !== old.shaderName;
  const renamed = needsLaunch ? { launchName: shaderFile.name.replace(/\.[^.]*$/, '.json') } : {};
  return { document: { ...old, ...launch, ...shader, ...renamed, files }, needsLaunch };
}

/** Shows that files may be let go anywhere, and takes them. */
export function takeFiles(drop: HTMLElement, take: (files: readonly File[]) => void): void {
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
  addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    drop.hidden = false;
  });
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) drop.hidden = true;
  });
  addEventListener('drop', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    drop.hidden = true;
    take(Array.from(event.dataTransfer!.files));
  });
}
