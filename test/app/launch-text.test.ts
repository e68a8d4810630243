// Dispatches of apps as launch files: read again, they are the same launches with the same contents.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { launchText } from '../../src/app/launch-text.ts';
import { parseApp } from '../../src/app/parse.ts';
import { forecastApp } from '../../src/app/predict.ts';
import { fillWords } from '../../src/launch/data.ts';
import type { Binding } from '../../src/launch/launch.ts';
import { parseLaunch } from '../../src/launch/parse.ts';
import { predictLaunch } from '../../src/predict/predict.ts';
import { options } from './forecast.ts';

const NO_FILES: Readonly<Record<string, Uint8Array>> = {};

function wordsOf({ data, sizeBytes }: Binding, files: Readonly<Record<string, Uint8Array>>): Uint32Array {
  const words = new Uint32Array(sizeBytes / 4);
  fillWords(data, sizeBytes, 0, words, data.kind === 'file' ? files[data.path] : undefined);
  return words;
}

/** What of a binding is not its contents. */
const seen = ({ group, binding, element, usage, sizeBytes, texture, sampler }: Binding) => {
  return { group, binding, element, usage, sizeBytes, texture, sampler };
};

it.each(['frame', 'blur'])('each dispatch of %s is the launch that it was', (name) => {
  const folder = path.join(import.meta.dirname, name);
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  const app = parseApp(read('app.json'), 'app.json').value!;
  const { value } = forecastApp(app, { ...options, sourceOf: ({ shaderPath }) => read(shaderPath) });
  const dispatched = value!.steps.flatMap((each) => each.dispatched ?? []);
  expect(dispatched.length).toBeGreaterThan(1);
  let inFiles = 0;
  for (const { launch, source } of dispatched) {
    const { text, files } = launchText(launch, (file) => NO_FILES[file]);
    inFiles += Object.keys(files).length;
    const { value: again, diagnostics } = parseLaunch(text, 'launch.json');
    expect(diagnostics).toEqual([]);
    for (const key of ['name', 'shaderPath', 'entryPoint', 'constants', 'dispatch'] as const)
      expect(again![key]).toEqual(launch[key]);
    expect(again!.bindings.map(seen)).toEqual(launch.bindings.map(seen));
    again!.bindings.forEach((each, at) => {
      const words = [wordsOf(each, files), wordsOf(launch.bindings[at], NO_FILES)];
      expect(Buffer.compare(Buffer.from(words[0].buffer), Buffer.from(words[1].buffer))).toBe(0);
    });
    const times = [launch, again!].map((each) => {
      const about = { ...options, files: (file: string) => files[file] };
      return predictLaunch(each, source, about).value!.timeNs;
    });
    expect(times[1]).toBe(times[0]);
  }
  // The second kernel of blur reads what the first has left.
  if (name === 'blur') expect(inFiles).toBeGreaterThan(0);
});
