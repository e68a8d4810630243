// A dispatch of an app as a launch file: its buffers with what the operations before have left in them, which stands in
// files where no words of a launch file say it.

import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.ts';
import { fillWords } from '../launch/data.ts';
import { ADDRESSED_GROUP, type Binding, fileOf, type Launch } from '../launch/launch.ts';
import type { TextureShape } from '../texture/shape.ts';

export interface LaunchTexts {
  readonly text: string;
  /** What the launch file names beside the shader and the app's own files, by path. */
  readonly files: Readonly<Record<string, Uint8Array>>;
}

/** Of all contents that must stand in files together. */
const MOST_BYTES = 2 ** 28;

type Json = Readonly<Record<string, unknown>>;

/**
 * @param files the bytes of the app's files, by path
 * @throws DiagnosticError where a launch file cannot say it
 */
export function launchText(launch: Launch, files: (path: string) => Uint8Array): LaunchTexts {
  const contents: Record<string, Uint8Array> = {};
  let room = MOST_BYTES;
  const inFile = (binding: Binding): Json => {
    const { group, binding: at, element, sizeBytes, data } = binding;
    room -= sizeBytes;
    if (room < 0)
      refuse(launch, `its buffers hold more than ${MOST_BYTES} bytes of results of other dispatches`);
    const words = new Uint32Array(Math.ceil(sizeBytes / 4));
    const file = fileOf(data);
    fillWords(data, sizeBytes, 0, words, file === undefined ? undefined : files(file));
    const path = `contents/${group}-${at}${element ? `-${element}` : ''}.bin`;
    contents[path] = new Uint8Array(words.buffer);
    return { kind: 'file', path };
  };
  const bindings = launch.bindings.map((each) => bindingOf(launch, each, inFile));
  const { name, shaderPath, entryPoint, constants, workgroupSize, dispatch, limits, immediates } = launch;
  const document = {
    name,
    shader: shaderPath,
    ...(entryPoint === undefined ? {} : { entryPoint }),
    ...(Object.keys(constants).length > 0 ? { constants } : {}),
    ...(workgroupSize ? { workgroupSize } : {}),
    dispatch,
    ...(limits ? { limits } : {}),
    bindings,
    ...(immediates ? { immediates: [...immediates.words] } : {}),
  };
  return { text: textOf(document), files: contents };
}

function bindingOf(launch: Launch, binding: Binding, inFile: (binding: Binding) => Json): Json {
  const { group, binding: at, element, usage, sizeBytes, texture, sampler } = binding;
  if (group === ADDRESSED_GROUP) refuse(launch, 'it reads buffers by their address');
  const place = { group, binding: at, ...(element ? { element } : {}) };
  if (usage === 'sampler') return { ...place, sampler };
  const data = dataOf(binding, inFile);
  const contents = data ? { data } : {};
  if (texture) return { ...place, texture: textureOf(texture), ...(sampler ? { sampler } : {}), ...contents };
  return { ...place, ...(usage === 'uniform' ? { usage } : {}), size: sizeBytes, ...contents };
}

/** A launch file has as many sizes as there are axes and layers. */
function textureOf({ size, ...texture }: TextureShape): Json {
  const count = texture.dimension === '1d' ? 1 : texture.dimension === '2d' ? 2 : 3;
  return { ...texture, size: size.slice(0, count) };
}

/** Undefined for zeros. */
function dataOf(binding: Binding, inFile: (binding: Binding) => Json): Json | undefined {
  const { data } = binding;
  switch (data.kind) {
    case 'zeros':
      return undefined;
    case 'random-u32': {
      const { modulo, ...rest } = data;
      return modulo === 2 ** 32 ? rest : data;
    }
    case 'random-f32':
    case 'random-f16':
    case 'iota-u32':
    case 'file':
      return data;
    default:
      return inFile(binding);
  }
}

/** A binding a line. */
function textOf({ bindings, ...rest }: { readonly bindings: readonly Json[] } & Json): string {
  const fields = Object.entries({ ...rest, bindings: undefined }).flatMap(([key, value]) =>
    value === undefined ? [] : [`  ${JSON.stringify(key)}: ${JSON.stringify(value)}`],
  );
  const lines = bindings.map((each) => `    ${JSON.stringify(each)}`);
  return `{\n${[...fields, `  "bindings": [\n${lines.join(',\n')}\n  ]`].join(',\n')}\n}\n`;
}

function refuse({ name }: Launch, reason: string): never {
  const message = `${name} cannot be a launch file: ${reason}`;
  const problem: Diagnostic = { severity: 'unsupported', code: 'app/launch-text', message };
  throw new DiagnosticError([problem]);
}
