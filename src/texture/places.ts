// Parts of textures as WebGPU names them: what a binding shows of one, and which texels a copy moves.

import type { TextureDimension } from './shape.ts';

/** Width, height, and slices or layers, in texels. */
export type Extent = readonly [number, number, number];

/** What a binding shows of a texture (WebGPU, `GPUTextureViewDescriptor`). */
export interface TextureView {
  readonly format: string;
  readonly dimension: TextureDimension;
  readonly baseMipLevel: number;
  readonly mipLevelCount: number;
  readonly baseArrayLayer: number;
  readonly arrayLayerCount: number;
}

/** Where in a texture texels are copied. */
export interface TexelPlace {
  readonly mipLevel: number;
  readonly origin: Extent;
}

/** Where in a buffer or texture rows of texels lie, in bytes. */
export interface RowPlaces {
  readonly firstByte: number;
  /** From one row to the next, and from one image to the next. */
  readonly rowBytes: number;
  readonly imageBytes: number;
}

/** A copy that has a texture on one side or both. */
export interface TexelCopy {
  readonly size: Extent;
  readonly from: TexelPlace | RowPlaces;
  readonly to: TexelPlace | RowPlaces;
}

export function isInTexture(place: TexelPlace | RowPlaces): place is TexelPlace {
  return 'mipLevel' in place;
}
