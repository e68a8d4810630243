// Translates WGSL to SPIR-V with naga (protocol: jobs.ts). A job is {code}, its result {bytes} in base64 or
// {error}. A trap inside naga leaves its instance in doubt, so the process ends and the next one goes on.

import { writeSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { NagaError, nagaVersion, translate } from 'naga-wasm';

function answer({ code }) {
  try {
    const words = translate({
      from: 'wgsl',
      to: 'spirv',
      source: code,
      options: { flags: { debug: true } },
    });
    return {
      bytes: Buffer.from(words.buffer, words.byteOffset, words.byteLength).toString('base64'),
    };
  } catch (error) {
    if (error instanceof NagaError)
      return { error: `${error.kind}: ${reason(error.formatted) ?? error.message}` };
    throw error;
  }
}

/** The innermost cause; the first line only says where. */
function reason(formatted) {
  const causes = formatted.split('\n').filter((line) => line.trimStart().startsWith('= '));
  return causes.at(-1)?.trim().slice(2);
}

const write = (value) => writeSync(3, `${JSON.stringify(value)}\n`);
write({ nagaVersion });
for await (const line of createInterface({ input: process.stdin })) write(answer(JSON.parse(line)));
