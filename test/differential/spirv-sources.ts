// WGSL as SPIR-V, by the two compilers at hand: Tint (through Dawn, which prints the assembly of each pipeline
// it makes; needs a Vulkan device, so KERNELCAST_VULKAN_ICD) and naga (in WebAssembly, needs nothing).

import { type Failure, runJobs } from './jobs.ts';

export interface WgslSource {
  readonly code: string;
  readonly entryPoint?: string;
  readonly constants?: Readonly<Record<string, number>>;
  /** All buffers of group 0. Without them Dawn leaves out unused ones and numbers the rest anew. */
  readonly buffers?: readonly {
    readonly binding: number;
    readonly access: 'uniform' | 'read' | 'read_write';
  }[];
  /** Textures and samplers as the device's process takes them. */
  readonly resources?: object;
}

/**
 * `safe` is what Dawn gives a driver: clamped indices, cleared workgroup memory, guarded integer division,
 * loop guards; SPIR-V 1.4 with the Vulkan memory model where the device has them. `bare` leaves all that
 * out and is SPIR-V 1.3.
 */
export type TintStyle = 'safe' | 'bare';

const DUMP = 'enable-dawn-features=dump_shaders,disable_symbol_renaming,disable_blob_cache';
const OPTIONS: Readonly<Record<TintStyle, readonly string[]>> = {
  safe: [DUMP],
  bare: [
    `${DUMP},disable_robustness,disable_workgroup_init,disable_polyfills_on_integer_div_and_mod`,
    'disable-dawn-features=use_spirv_1_4,use_vulkan_memory_model,use_spirv_reconvergence_mode',
  ],
};
const MARKER = '// kernel ';

/** SPIR-V assembly of each kernel, with the overrides at their final values. */
export async function tintSpirv(
  kernels: readonly WgslSource[],
  style: TintStyle = 'safe',
): Promise<({ readonly text: string } | Failure)[]> {
  const answers: ({ readonly text: string } | Failure | undefined)[] = kernels.map(() => undefined);
  // A process that crashes takes with it what it had not written out yet: those kernels run again.
  for (let rounds = 0; rounds < 4; rounds++) {
    const pending = [...kernels.keys()].filter((index) => answers[index] === undefined);
    if (pending.length === 0) break;
    const jobs = pending.map((index) => {
      const { code, entryPoint, constants, buffers, resources } = kernels[index];
      return { code: marked(code, index), entryPoint, constants, buffers, ...resources };
    });
    const { results, output } = await runJobs<object, object>('gpu-worker.mjs', jobs, {
      arguments: OPTIONS[style],
    });
    const texts = assembliesIn(output);
    for (const [position, index] of pending.entries()) {
      const result = results[position];
      const text = texts.get(index);
      if ('error' in result) answers[index] = result as Failure;
      else if (text !== undefined) answers[index] = { text };
    }
  }
  return answers.map((each) => each ?? { error: 'Dawn printed no SPIR-V for the kernel' });
}

/** Dawn prints the source before the assembly; the marker tells whose it is. */
function marked(code: string, index: number): string {
  return `${MARKER}${index}\n${code}`;
}

function assembliesIn(output: string): Map<number, string> {
  const texts = new Map<number, string>();
  let current: number | undefined;
  for (const section of output.split(/^info:\s*$/m)) {
    const marker = section.indexOf(MARKER);
    if (section.includes('// Dumped WGSL:')) {
      current = marker < 0 ? undefined : Number.parseInt(section.slice(marker + MARKER.length), 10);
    } else if (current !== undefined && section.includes('/* Dumped SPIRV disassembly */')) {
      const start = section.indexOf('; SPIR-V');
      const end = section.lastIndexOf('OpFunctionEnd');
      if (start >= 0 && end > start) texts.set(current, `${section.slice(start, end)}OpFunctionEnd\n`);
    }
  }
  return texts;
}

/** SPIR-V binaries of each kernel. naga writes no overrides and knows no `enable subgroups`: both are replaced. */
export async function nagaSpirv(
  kernels: readonly WgslSource[],
): Promise<({ readonly bytes: Uint8Array } | Failure)[]> {
  const jobs = kernels.map((each) => ({ code: forNaga(each) }));
  const { results } = await runJobs<object, { readonly bytes: string }>('naga-worker.mjs', jobs);
  return results.map((each) =>
    'error' in each ? each : { bytes: Uint8Array.from(Buffer.from(each.bytes, 'base64')) },
  );
}

const OVERRIDE =
  /((?:@id\s*\(\s*(\d+)[iu]?\s*\)\s*)?)\boverride\s+([\p{L}_][\p{L}\p{N}_]*)\s*(?::\s*([\w<>]+)\s*)?(?:=\s*([^;]+?)\s*)?;/gu;

/** Overrides become constants with their final values; directives that naga does not take go. */
export function forNaga({ code, constants = {} }: WgslSource): string {
  const isFree = code.replaceAll(/^\s*(?:enable\s+subgroups|requires\s+[\w, ]+)\s*;/gm, '');
  return isFree.replaceAll(OVERRIDE, (_, _id, id: string, name: string, type?: string, initial?: string) => {
    const given = constants[id ?? ''] ?? constants[name];
    const of = type ?? typeOfLiteral(initial);
    const value =
      given === undefined ? (initial ?? '0') : of === 'bool' ? String(given !== 0) : String(given);
    return of ? `const ${name}: ${of} = ${of}(${value});` : `const ${name} = ${value};`;
  });
}

/** An override's type where its initial value is a literal. */
function typeOfLiteral(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (/^(?:true|false)$/.test(text)) return 'bool';
  if (/^-?(?:0[xX][\da-fA-F]+|\d+)([iu]?)$/.test(text)) return text.endsWith('u') ? 'u32' : 'i32';
  if (/^-?[\d.]+(?:[eE][+-]?\d+)?h$/.test(text)) return 'f16';
  return /^-?[\d.]+(?:[eE][+-]?\d+)?f?$/.test(text) ? 'f32' : undefined;
}
