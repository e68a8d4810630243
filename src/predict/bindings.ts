// Meets what the shader declares with what the launch file binds: every buffer of the kernel needs a binding
// of its kind that is large enough, and every binding a buffer.

import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { type Buffer, IMMEDIATES, type Module, type TextureType } from '../ir/ir.ts';
import { ADDRESSED_GROUP, type Binding, type Launch, placeOf } from '../launch/launch.ts';
import { formatOf } from '../texture/formats.ts';
import { fillBinding, missingData } from './buffer-data.ts';
import { declares, type ShaderSource } from './shader.ts';

/** WebGPU addresses a binding with 32-bit byte offsets. */
const ADDRESSABLE_BYTES = 2 ** 32;
/** The default of WebGPU's `maxUniformBufferBindingSize`, which browsers do not raise. */
const UNIFORM_BYTES = 65536;

/**
 * The launch's bindings in the order of `module.buffers`, with data that need no shader any more. Bindings that only
 * other entry points use are left out.
 */
export function matchBindings(
  module: Module,
  launch: Launch,
  source: ShaderSource,
): Outcome<readonly Binding[]> {
  const diagnostics: Diagnostic[] = [];
  const found = module.buffers.map((buffer) => {
    const binding = isImmediate(buffer)
      ? immediatesOf(launch)
      : launch.bindings.find((each) => placeOf(each) === placeOf(buffer));
    const beside = besideOf(buffer, module);
    if (binding) diagnostics.push(...checkBinding(buffer, binding, beside));
    else if (!beside || buffer.texture) diagnostics.push(missing(buffer, launch, beside));
    return binding;
  });
  for (const binding of launch.bindings) {
    if (binding.group === ADDRESSED_GROUP && !found.includes(binding))
      diagnostics.push(unusedAddresses(binding));
    else if (!found.includes(binding) && !declares(source, binding))
      diagnostics.push(unknown(binding, module));
  }
  if (launch.immediates && !module.buffers.some(isImmediate)) diagnostics.push(unusedImmediates(launch));
  if (diagnostics.some(isError)) return { diagnostics };
  const filled = module.buffers.map((buffer, index) =>
    fillBinding(buffer, inRows(partFor(buffer, found[index]!))),
  );
  diagnostics.push(...filled.flatMap((each) => each.diagnostics));
  if (diagnostics.some(isError)) return { diagnostics };
  const values = filled.map(({ value }) => value!);
  diagnostics.push(...missingData(module, values));
  return diagnostics.some(isError)
    ? { diagnostics }
    : { value: values.map(({ binding }) => binding), diagnostics };
}

/** What else is at the place of a buffer: the sampler of an image, or the image of a sampler. */
function besideOf(buffer: Buffer, { buffers }: Module): Buffer | undefined {
  return buffers.find((each) => each !== buffer && placeOf(each) === placeOf(buffer));
}

/** Of a texture that is bound with its sampler, the one or the other. */
function partFor({ kind }: Buffer, binding: Binding): Binding {
  if (!binding.texture || !binding.sampler) return binding;
  const { texture, sampler, ...place } = binding;
  return kind === 'sampler'
    ? { ...place, usage: 'sampler', sizeBytes: 0, data: { kind: 'zeros' }, sampler }
    : { ...place, texture };
}

function isError({ severity }: Diagnostic): boolean {
  return severity !== 'warning';
}

/** Given to a dispatch as words, and bound nowhere. */
export function isImmediate({ group }: Pick<Binding, 'group'>): boolean {
  return group === IMMEDIATES.group;
}

/** What a device is given of the launch's immediates: nothing where the kernel reads none. */
export function wordsGiven(
  { immediates }: Pick<Launch, 'immediates'>,
  bindings: readonly Pick<Binding, 'group'>[],
): { readonly immediates?: Uint32Array } {
  return immediates && bindings.some(isImmediate) ? { immediates: immediates.words } : {};
}

/** The launch's immediates as the buffer that they are to the kernel. */
function immediatesOf({ immediates }: Launch): Binding | undefined {
  if (!immediates) return undefined;
  const { words, span } = immediates;
  return {
    ...IMMEDIATES,
    usage: 'uniform',
    sizeBytes: 4 * words.length,
    data: { kind: 'words', words },
    span,
  };
}

function unusedAddresses({ name, span }: Binding): Diagnostic {
  const message = `the shader follows no addresses; the buffer \`${name}\` is ignored`;
  const place = span ? { span } : {};
  return { severity: 'warning', code: 'launch/unused-address', message, ...place };
}

function unusedImmediates({ immediates }: Launch): Diagnostic {
  const message = 'the kernel has no immediates; those that it is given are ignored';
  return { severity: 'warning', code: 'launch/unused-immediates', message, span: immediates!.span };
}

/** Uniform buffers are read in rows of 16 bytes, the last of which a launch need not bind in full. */
const ROW_BYTES = 16;

function inRows(binding: Binding): Binding {
  const sizeBytes = Math.ceil(binding.sizeBytes / ROW_BYTES) * ROW_BYTES;
  return binding.usage === 'uniform' ? { ...binding, sizeBytes } : binding;
}

function attributesOf({
  group,
  binding,
  element = 0,
}: Pick<Buffer, 'group' | 'binding' | 'element'>): string {
  return `@group(${group}) @binding(${binding})${element === 0 ? '' : `, element ${element}`}`;
}

function missing(buffer: Buffer, launch: Launch, beside: Buffer | undefined): Diagnostic {
  if (isImmediate(buffer)) {
    return {
      severity: 'invalid',
      code: 'launch/missing-immediates',
      message: `${launch.file} gives no immediates, but the shader reads ${buffer.minBytes} bytes of them as \`${buffer.name}\``,
      ...(buffer.span ? { span: buffer.span } : {}),
      notes: [`add "immediates": a list of ${Math.ceil(buffer.minBytes / 4)} words`],
    };
  }
  return {
    // Textures that nobody gives cannot be made up, as launch files without any were once refused for.
    severity: buffer.texture ? 'unsupported' : 'invalid',
    code: 'launch/missing-binding',
    message: `${launch.file} binds ${buffer.texture ? 'no texture' : 'nothing'} to ${attributesOf(buffer)}, which the shader calls \`${buffer.name}\``,
    ...(buffer.span ? { span: buffer.span } : {}),
    notes: [
      `add { "group": ${buffer.group}, "binding": ${buffer.binding}, ${buffer.element ? `"element": ${buffer.element}, ` : ''}${contentFor(buffer)}${beside ? `, ${contentFor(beside)}` : ''} } to "bindings"`,
    ],
  };
}

/** What a binding for it says of itself. */
function contentFor(buffer: Buffer): string {
  if (buffer.kind === 'sampler') return '"sampler": {}';
  if (buffer.texture) {
    const { format = 'rgba8unorm', dimension } = buffer.texture;
    const sizes =
      dimension === '1d' ? '[WIDTH]' : dimension === '2d' ? '[WIDTH, HEIGHT]' : '[WIDTH, HEIGHT, DEPTH]';
    return `"texture": { "format": "${format}", "dimension": "${dimension}", "size": ${sizes} }`;
  }
  return `${buffer.kind === 'uniform' ? '"usage": "uniform", ' : ''}"size": ${enoughFor(buffer)}`;
}

/** SPIR-V may not say where within its last 16 bytes a uniform buffer ends; all of them are enough. */
function enoughFor({ kind, minBytes }: Buffer): number {
  return kind === 'uniform' ? Math.ceil(minBytes / ROW_BYTES) * ROW_BYTES : minBytes;
}

/** A binding that the shader does not declare at all, whichever entry point is meant. */
function unknown(binding: Binding, module: Module): Diagnostic {
  const bound = module.buffers.filter((each) => !isImmediate(each));
  const known = bound.map((each) => `${placeOf(each)} \`${each.name}\``).join(', ');
  return {
    severity: 'invalid',
    code: 'launch/unknown-binding',
    message: `unknown binding ${attributesOf(binding)}: the shader has no such variable; it has ${known || 'none'}`,
    ...(binding.span ? { span: binding.span } : {}),
  };
}

function nounOf(kind: Buffer['kind']): string {
  return kind === 'texture' || kind === 'sampler' ? kind : `${kind} buffer`;
}

/** What the launch file says that the binding is. */
function saidBy({ usage }: Binding): string {
  if (usage === 'texture' || usage === 'sampler') return `a ${usage} is bound`;
  return `"usage" says ${usage}`;
}

/** The texture against what the shader declares. */
function checkTexture(type: TextureType, binding: Binding, name: string): Diagnostic[] {
  const place = binding.span ? { span: binding.span } : {};
  const wrong = (message: string): Diagnostic[] => [
    { severity: 'invalid', code: 'launch/texture', message: `${name} ${message}`, ...place },
  ];
  const { format, dimension, sampleCount } = binding.texture!;
  const about = formatOf(format)!;
  if (dimension !== type.dimension)
    return wrong(`is ${type.dimension} in the shader, but "dimension" says ${dimension}`);
  if (type.format !== undefined && type.format !== format)
    return wrong(`has the format ${type.format} in the shader, but "format" says ${format}`);
  if (about.type !== type.scalar || (type.isDepth && !about.isDepth)) {
    const wanted = type.isDepth ? 'depths' : type.scalar;
    return wrong(`holds ${wanted} in the shader, but texels of "format" ${format} are ${about.type}`);
  }
  if (type.isMultisampled !== sampleCount > 1)
    return wrong(
      `has ${type.isMultisampled ? 'several samples' : 'one sample'} in the shader, but "sampleCount" says ${sampleCount}`,
    );
  return [];
}

function checkBinding(buffer: Buffer, binding: Binding, beside: Buffer | undefined): Diagnostic[] {
  const place = binding.span ? { span: binding.span } : {};
  const what = isImmediate(buffer)
    ? 'the immediates'
    : buffer.group === ADDRESSED_GROUP
      ? 'the buffer with an address'
      : `binding ${placeOf(buffer)}`;
  const name = `${what} \`${buffer.name}\``;
  const isThere = buffer.kind === 'sampler' ? binding.sampler !== undefined : binding.usage === buffer.kind;
  if (!isThere) {
    const message = `${name} is a ${nounOf(buffer.kind)} in the shader, but ${saidBy(binding)}`;
    const notes = beside ? { notes: [`give the binding ${contentFor(buffer)} too`] } : {};
    return [{ severity: 'invalid', code: 'launch/binding-usage', message, ...place, ...notes }];
  }
  if (binding.texture && binding.sampler && !beside) {
    const message = `${name} is a ${nounOf(buffer.kind)} alone in the shader, but the launch file binds a texture with a sampler`;
    return [{ severity: 'invalid', code: 'launch/binding-usage', message, ...place }];
  }
  if (buffer.texture) return checkTexture(buffer.texture, binding, name);
  if (binding.sizeBytes < buffer.minBytes) {
    const message = `${name} has ${binding.sizeBytes} bytes, but the shader needs at least ${buffer.minBytes}`;
    return [{ severity: 'invalid', code: 'launch/binding-size', message, ...place }];
  }
  if (buffer.kind === 'uniform' && binding.sizeBytes > UNIFORM_BYTES) {
    const message = `${name} has ${binding.sizeBytes} bytes, but WebGPU promises uniform buffers only up to ${UNIFORM_BYTES}; use a storage buffer`;
    return [{ severity: 'warning', code: 'launch/uniform-too-large', message, ...place }];
  }
  if (binding.sizeBytes > ADDRESSABLE_BYTES) {
    const message = `${name} has ${binding.sizeBytes} bytes, but a binding reaches no further than 4 GiB: WebGPU would refuse it, and offsets beyond wrap here`;
    return [{ severity: 'warning', code: 'launch/binding-too-large', message, ...place }];
  }
  const stride = buffer.runtimeArray?.strideBytes;
  if (stride !== undefined && (binding.sizeBytes - buffer.runtimeArray!.offsetBytes) % stride !== 0) {
    const message = `${name} has ${binding.sizeBytes} bytes, which is no multiple of its elements of ${stride} bytes; the rest is out of reach`;
    return [{ severity: 'warning', code: 'launch/binding-remainder', message, ...place }];
  }
  return [];
}
