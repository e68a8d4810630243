// Where a texel lies in a device's memory, as far as caches and DRAM see it: textures are kept in blocks, so that texels
// that are near each other in two directions share sectors and lines. This is a plain assumption, shared by all devices
// so far: tiles of 64 bytes by 8 rows (512 bytes), in which 16 bytes of two rows make a sector of 32 and 32 bytes of
// four rows a line of 128 (source: the "block linear" layout of the vendors' manuals of embedded chips and of open
// drivers for them; no profile says otherwise yet); up to 16 tiles stand on each other in a block, and blocks follow each other row by row.
// Textures of one row lie in order. Slices of volumes and layers follow each other.

import { formatOf } from './formats.ts';
import { type Level, levelsOf, type TextureShape } from './shape.ts';

const TILE_WIDTH_BYTES = 64;
const TILE_ROWS = 8;
const TILE_BYTES = TILE_WIDTH_BYTES * TILE_ROWS;
const MOST_TILES_IN_BLOCK = 16;
/** Levels start at whole sectors at least. */
const LEVEL_ALIGN_BYTES = 512;

interface LevelLayout {
  readonly isLinear: boolean;
  readonly startBytes: number;
  /** Tiles beside each other in a row of blocks. */
  readonly tilesAcross: number;
  /** Tiles on each other in a block. */
  readonly blockTiles: number;
  readonly sliceBytes: number;
}

/** The layout of one texture; addresses are bytes from its start. */
export class BlockedLayout {
  readonly sizeBytes: number;
  private readonly texelBytes: number;
  private readonly levels: readonly LevelLayout[];

  constructor(shape: TextureShape) {
    this.texelBytes = (formatOf(shape.format)?.bytes ?? 4) * shape.sampleCount;
    let startBytes = 0;
    this.levels = levelsOf(shape).map((level) => {
      const layout = this.layOut(level, startBytes);
      startBytes += Math.ceil((layout.sliceBytes * level.depth) / LEVEL_ALIGN_BYTES) * LEVEL_ALIGN_BYTES;
      return layout;
    });
    this.sizeBytes = startBytes;
  }

  /** The first byte of a texel; `slice` is a slice of a volume or a layer. */
  addressOf(level: number, x: number, y: number, slice: number): number {
    const { isLinear, startBytes, tilesAcross, blockTiles, sliceBytes } = this.levels[level];
    const column = x * this.texelBytes;
    const start = startBytes + slice * sliceBytes;
    if (isLinear) return start + column;
    const tileRow = (y / TILE_ROWS) | 0;
    const blockRow = (tileRow / blockTiles) | 0;
    const tile =
      (blockRow * tilesAcross + ((column / TILE_WIDTH_BYTES) | 0)) * blockTiles + (tileRow % blockTiles);
    return start + tile * TILE_BYTES + withinTile(column & (TILE_WIDTH_BYTES - 1), y & (TILE_ROWS - 1));
  }

  private layOut({ width, height }: Level, startBytes: number): LevelLayout {
    const rowBytes = width * this.texelBytes;
    const tilesAcross = Math.ceil(rowBytes / TILE_WIDTH_BYTES);
    const tilesDown = Math.ceil(height / TILE_ROWS);
    let blockTiles = 1;
    while (blockTiles < MOST_TILES_IN_BLOCK && blockTiles < tilesDown) blockTiles *= 2;
    const isLinear = height === 1;
    const tiles = tilesAcross * Math.ceil(tilesDown / blockTiles) * blockTiles;
    const sliceBytes = isLinear ? tilesAcross * TILE_WIDTH_BYTES : tiles * TILE_BYTES;
    return { isLinear, startBytes, tilesAcross, blockTiles, sliceBytes };
  }
}

/** Halves of 32 bytes, in each pairs of rows, in each two half rows of 16 bytes, each as two rows. */
function withinTile(column: number, row: number): number {
  return (
    ((column >> 5) << 8) | ((row >> 1) << 6) | (((column >> 4) & 1) << 5) | ((row & 1) << 4) | (column & 15)
  );
}
