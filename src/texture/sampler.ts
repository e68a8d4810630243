// A sampler as WebGPU describes it (GPUSamplerDescriptor), with its names and defaults.

export const addressModes = ['clamp-to-edge', 'repeat', 'mirror-repeat'] as const;
export const filterModes = ['nearest', 'linear'] as const;
export const compareFunctions = [
  'never',
  'less',
  'equal',
  'less-equal',
  'greater',
  'not-equal',
  'greater-equal',
  'always',
] as const;

export type AddressMode = (typeof addressModes)[number];
export type FilterMode = (typeof filterModes)[number];
export type CompareFunction = (typeof compareFunctions)[number];

export interface SamplerState {
  readonly addressModeU: AddressMode;
  readonly addressModeV: AddressMode;
  readonly addressModeW: AddressMode;
  readonly magFilter: FilterMode;
  readonly minFilter: FilterMode;
  readonly mipmapFilter: FilterMode;
  readonly lodMinClamp: number;
  readonly lodMaxClamp: number;
  readonly compare?: CompareFunction;
}

export const defaultSampler: SamplerState = {
  addressModeU: 'clamp-to-edge',
  addressModeV: 'clamp-to-edge',
  addressModeW: 'clamp-to-edge',
  magFilter: 'nearest',
  minFilter: 'nearest',
  mipmapFilter: 'nearest',
  lodMinClamp: 0,
  lodMaxClamp: 32,
};

/** True for a sampler that interpolates anywhere. */
export function isFiltering({ magFilter, minFilter, mipmapFilter }: SamplerState): boolean {
  return magFilter === 'linear' || minFilter === 'linear' || mipmapFilter === 'linear';
}
