// Records of kernels at many inputs: the same configurations of a kernel's space, with their times at each input.

import { existsSync, readFileSync } from 'node:fs';
import type { RecordedConfiguration, SpaceRecord } from '../../src/tune/trials/space-record.ts';

export const SIZED_SCHEMA = 'kernelcast/sized-spaces@1';

export interface SizedInput {
  readonly params: Readonly<Record<string, number>>;
  readonly configurations: readonly RecordedConfiguration[];
}

type Head = Pick<SpaceRecord, 'kernel' | 'device' | 'driver' | 'webgpu' | 'date' | 'parameters' | 'base'>;

export interface SizedRecord extends Head {
  readonly schema: typeof SIZED_SCHEMA;
  readonly inputs: readonly SizedInput[];
}

/** Undefined where there is no such file. */
export function readSizedRecord(file: string): SizedRecord | undefined {
  if (!existsSync(file)) return undefined;
  const record = JSON.parse(readFileSync(file, 'utf8')) as SizedRecord;
  if (record.schema !== SIZED_SCHEMA) throw new Error(`${file}: it is no record of a kernel at many inputs`);
  return record;
}

/** A configuration a line. */
export function sizedText({ inputs, ...head }: SizedRecord): string {
  const fields = Object.entries(head).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  const texts = inputs.map(({ params, configurations }) => {
    const lines = configurations.map((each) => `      ${JSON.stringify(each)}`).join(',\n');
    return `    { "params": ${JSON.stringify(params)}, "configurations": [\n${lines}\n    ] }`;
  });
  return `{\n${fields.join(',\n')},\n  "inputs": [\n${texts.join(',\n')}\n  ]\n}\n`;
}
