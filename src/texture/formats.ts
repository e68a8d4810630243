// WebGPU's texture formats as far as compute kernels use them: how a texel lies in memory, what its components are
// to a shader, and what may be done with it (WebGPU specification, section "Texture Format Capabilities").

/** How one component is written in memory; `packed` formats are spelled out in `texels.ts`. */
export type Encoding = 'unorm' | 'snorm' | 'uint' | 'sint' | 'float' | 'rg11b10' | 'rgb9e5' | 'rgb10a2';

/** The scalar that a shader gets for each component. */
export type TexelType = 'f32' | 'i32' | 'u32';

export interface TexelFormat {
  readonly encoding: Encoding;
  readonly components: 1 | 2 | 3 | 4;
  /** Bits of each component; 0 for those that are packed unevenly. */
  readonly bits: 0 | 8 | 16 | 32;
  readonly bytes: 1 | 2 | 4 | 8 | 16;
  readonly type: TexelType;
  /** Components lie in the order blue, green, red, alpha. */
  readonly isBgra: boolean;
  readonly isDepth: boolean;
  /** A sampler may interpolate between texels without a feature of its own. */
  readonly isFilterable: boolean;
  /** What a storage texture may be declared as; `optional` needs a feature of the device. */
  readonly storage: 'none' | 'write' | 'read_write' | 'optional';
}

type Row = readonly [
  name: string,
  encoding: Encoding,
  components: 1 | 2 | 3 | 4,
  bits: 0 | 8 | 16 | 32,
  storage: TexelFormat['storage'],
];

const ROWS: readonly Row[] = [
  ['r8unorm', 'unorm', 1, 8, 'optional'],
  ['r8snorm', 'snorm', 1, 8, 'optional'],
  ['r8uint', 'uint', 1, 8, 'optional'],
  ['r8sint', 'sint', 1, 8, 'optional'],
  ['rg8unorm', 'unorm', 2, 8, 'optional'],
  ['rg8snorm', 'snorm', 2, 8, 'optional'],
  ['rg8uint', 'uint', 2, 8, 'optional'],
  ['rg8sint', 'sint', 2, 8, 'optional'],
  ['rgba8unorm', 'unorm', 4, 8, 'write'],
  ['rgba8unorm-srgb', 'unorm', 4, 8, 'none'],
  ['rgba8snorm', 'snorm', 4, 8, 'write'],
  ['rgba8uint', 'uint', 4, 8, 'write'],
  ['rgba8sint', 'sint', 4, 8, 'write'],
  ['bgra8unorm', 'unorm', 4, 8, 'optional'],
  ['r16unorm', 'unorm', 1, 16, 'optional'],
  ['r16snorm', 'snorm', 1, 16, 'optional'],
  ['r16uint', 'uint', 1, 16, 'optional'],
  ['r16sint', 'sint', 1, 16, 'optional'],
  ['r16float', 'float', 1, 16, 'optional'],
  ['rg16unorm', 'unorm', 2, 16, 'optional'],
  ['rg16snorm', 'snorm', 2, 16, 'optional'],
  ['rg16uint', 'uint', 2, 16, 'optional'],
  ['rg16sint', 'sint', 2, 16, 'optional'],
  ['rg16float', 'float', 2, 16, 'optional'],
  ['rgba16unorm', 'unorm', 4, 16, 'optional'],
  ['rgba16snorm', 'snorm', 4, 16, 'optional'],
  ['rgba16uint', 'uint', 4, 16, 'write'],
  ['rgba16sint', 'sint', 4, 16, 'write'],
  ['rgba16float', 'float', 4, 16, 'write'],
  ['r32uint', 'uint', 1, 32, 'read_write'],
  ['r32sint', 'sint', 1, 32, 'read_write'],
  ['r32float', 'float', 1, 32, 'read_write'],
  ['rg32uint', 'uint', 2, 32, 'write'],
  ['rg32sint', 'sint', 2, 32, 'write'],
  ['rg32float', 'float', 2, 32, 'write'],
  ['rgba32uint', 'uint', 4, 32, 'write'],
  ['rgba32sint', 'sint', 4, 32, 'write'],
  ['rgba32float', 'float', 4, 32, 'write'],
  ['rgb10a2unorm', 'rgb10a2', 4, 0, 'optional'],
  ['rgb10a2uint', 'rgb10a2', 4, 0, 'optional'],
  ['rg11b10ufloat', 'rg11b10', 3, 0, 'optional'],
  ['rgb9e5ufloat', 'rgb9e5', 3, 0, 'none'],
  ['depth16unorm', 'unorm', 1, 16, 'none'],
  ['depth32float', 'float', 1, 32, 'none'],
];

const FORMATS: ReadonlyMap<string, TexelFormat> = new Map(
  ROWS.map(([name, encoding, components, bits, storage]) => {
    const bytes = (bits === 0 ? 4 : (components * bits) / 8) as TexelFormat['bytes'];
    const type: TexelType = name.endsWith('uint') ? 'u32' : name.endsWith('sint') ? 'i32' : 'f32';
    const isDepth = name.startsWith('depth');
    const isWide = bits === 32 || (bits === 16 && /norm$/.test(name));
    const isFilterable = type === 'f32' && !isWide;
    const isBgra = name.startsWith('bgra');
    return [name, { encoding, components, bits, bytes, type, isBgra, isDepth, isFilterable, storage }];
  }),
);

/** The format of that name; undefined for what is none, or none that kernels here may use. */
export function formatOf(name: string): TexelFormat | undefined {
  return FORMATS.get(name);
}

export const formatNames: readonly string[] = [...FORMATS.keys()];

/** True where the three colours of a texel are kept by the curve of sRGB. */
export function isSrgb(name: string): boolean {
  return name.endsWith('-srgb');
}
