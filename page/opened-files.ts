// Files that are dropped onto the page or chosen: a shader, a launch file, and what the two read.

import type { Document } from './document.ts';
import type { OpenedFile } from './messages.ts';

/** The document with these files in it; of a shader without its launch file, that is empty. */
export async function withFiles(old: Document, files: readonly OpenedFile[]): Promise<Document> {
  const opened = files.map(({ file }) => file);
  const launchFile = opened.find(({ name }) => /\.jsonc?$/i.test(name));
  const launch = launchFile ? { launchName: launchFile.name, launch: await launchFile.text() } : {};
  const named = /"shader"\s*:\s*"(?:[^"]*\/)?([^"/]+)"/.exec(launch.launch ?? '')?.[1];
  const shaders = opened.filter(({ name }) => /\.wgsl$/i.test(name));
  const shaderFile = shaders.find(({ name }) => name === named) ?? shaders[0];
  const shader = shaderFile ? { shaderName: shaderFile.name, shader: await shaderFile.text() } : {};
  const others = opened.filter((each) => each !== launchFile && each !== shaderFile);
  const read = others.map(async (file) => [file.name, new Uint8Array(await file.arrayBuffer())] as const);
  const all = { ...old.files, ...Object.fromEntries(await Promise.all(read)) };
  const needsLaunch =
    shaderFile !== undefined && launchFile === undefined && shaderFile.name !== old.shaderName;
  const drafted = needsLaunch ? { launchName: shaderFile.name.replace(/\.[^.]*$/, '.json'), launch: '' } : {};
  return { ...old, ...launch, ...shader, ...drafted, files: all };
}

/** Whether these are an app: an archive, or a file among them that says so. */
export async function areApp(opened: readonly OpenedFile[]): Promise<boolean> {
  if (opened.length === 1 && /\.tar$/i.test(opened[0].path)) return true;
  for (const { path, file } of opened)
    if (
      /\.jsonc?$/i.test(path) &&
      /"schema"\s*:\s*"kernelcast\/app@|"steps"\s*:\s*\[/.test(await file.text())
    )
      return true;
  return false;
}

/** Of a list of an input: with paths where a folder was chosen. */
export function chosenFiles(files: FileList | null): OpenedFile[] {
  return Array.from(files ?? [], (file) => ({ path: file.webkitRelativePath || file.name, file }));
}

/** All files of what was dropped, those in folders too. */
async function droppedFiles({ items, files }: DataTransfer): Promise<OpenedFile[]> {
  // Entries are gone after the first wait.
  const entries = Array.from(items, (item) => item.webkitGetAsEntry()).filter((each) => each !== null);
  if (entries.every(({ isFile }) => isFile)) return chosenFiles(files);
  return (await Promise.all(entries.map(filesBelow))).flat();
}

async function filesBelow(entry: FileSystemEntry): Promise<OpenedFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    return [{ path: entry.fullPath.replace(/^\//, ''), file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: OpenedFile[] = [];
  // A folder is told in parts, the last of which is empty.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) return found;
    found.push(...(await Promise.all(part.map(filesBelow))).flat());
  }
}

/** Shows that files may be let go anywhere, and takes them. */
export function takeFiles(drop: HTMLElement, take: (files: readonly OpenedFile[]) => void): void {
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
    droppedFiles(event.dataTransfer!).then(take);
  });
}
