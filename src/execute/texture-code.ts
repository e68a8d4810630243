// Generated code for accesses to textures: each lane calls the bound texture, which knows format, layout and sampler,
// and takes its result out of the access's own scratch. Every lane looks up for itself, also where all look alike.

import type { TextureInstruction } from '../ir/ir.ts';
import { texturePartsOf } from '../ir/texture-operands.ts';
import { TouchedTexels } from './record-texture.ts';
import type { ChunkWriter } from './writer.ts';

export function writeTexture(writer: ChunkWriter, instruction: TextureInstruction, index: number): void {
  const { isTraced, steering, sites, sinks, plan } = writer.generation;
  const { op, buffer, results, offset } = instruction;
  const root = { space: 'buffer', index: buffer } as const;
  const isStore = op === 'store';
  sites.push({ root, isWrite: isStore, ...(instruction.span ? { span: instruction.span } : {}) });
  const isWanted = isStore ? steering.hasRoot(root) : results.some((result) => steering.hasValue(result));
  const sink = `K[${sinks.length}]`;
  sinks.push({
    out: isWanted ? new Float64Array(4) : null,
    touched: isTraced ? new TouchedTexels() : null,
    offset: offset ?? [],
  });
  const type = plan.program.module.buffers[buffer].texture!;
  const parts = texturePartsOf(instruction, type);
  const use = (value: number) => writer.use(value);
  if (isStore && isWanted) {
    parts.values.forEach((value, component) => {
      writer.lane.push(`${sink}.out[${component}] = ${use(value)};`);
    });
  }
  const [x, y = '0', z = '0'] = parts.coordinates.map(use);
  const layer = parts.layer === undefined ? '0' : use(parts.layer);
  const place = `${x}, ${y}, ${z}, ${layer}`;
  const texture = `T${buffer}`;
  const level = parts.level === undefined ? '0' : use(parts.level);
  const reference = parts.reference === undefined ? 'undefined' : use(parts.reference);
  const sampler = `S${instruction.sampler}`;
  const missed = `C[${sites.length - 1}]++;`;
  if (op === 'load') writer.lane.push(`if (!${texture}.load(${sink}, ${place}, ${level})) ${missed}`);
  else if (op === 'store') writer.lane.push(`if (!${texture}.store(${sink}, ${place})) ${missed}`);
  else if (op === 'gather' || op === 'gather_compare') {
    const component = instruction.component ?? 0;
    writer.lane.push(`${texture}.gather(${sink}, ${sampler}, ${reference}, ${component}, ${place});`);
  } else {
    const changes = parts.gradients.map(use);
    const axes = changes.length / 2;
    const lod =
      op === 'sample_gradient'
        ? `${texture}.lodOf([${changes.slice(0, axes)}], [${changes.slice(axes)}])`
        : level;
    writer.lane.push(`${texture}.sample(${sink}, ${sampler}, ${reference}, ${place}, ${lod});`);
  }
  if (isWanted) takeResults(writer, results, sink);
  if (isTraced) record(writer, instruction, index, sink);
}

function takeResults(writer: ChunkWriter, results: readonly number[], sink: string): void {
  results.forEach((result, component) => {
    const isFloat = writer.typeOf(result) === 'f32';
    const value = `${sink}.out[${component}]`;
    writer.lane.push(
      `const ${writer.defineInLane(result)} = ${isFloat ? `Math.fround(${value})` : `${value} | 0`};`,
    );
    if (writer.laneDepth === 0) writer.keep(result);
  });
}

function record(
  writer: ChunkWriter,
  { buffer, sampler, op }: TextureInstruction,
  index: number,
  sink: string,
): void {
  let mask = 'M';
  if (writer.laneDepth > 0) {
    mask = `p${index}`;
    writer.head.push(`let ${mask} = ${writer.masks.empty};`);
    writer.lane.push(writer.masks.add(mask));
  }
  const kind = op === 'load' || op === 'store' ? op : 'sample';
  const lookup = sampler === undefined ? 'undefined' : `S${sampler}`;
  writer.tail.push(
    `recordTexture(R, ${mask}, ${sink}.touched, T${buffer}, '${kind}', ${lookup}, Q${buffer});`,
  );
}
