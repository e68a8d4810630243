// The steps of the case studies (docs/case-studies.md): predicted times on the paper's devices and the H200, and the
// picture of what each step gains beside the paper's speeds and those measured on an H200.
//   node build.mjs bench/studies/case-studies.ts && node dist/bench/studies/case-studies.js [--plot FILE.svg]

import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { loadKernel } from '../../src/cli/kernels.ts';
import { predictApp } from '../../src/library/app.ts';
import { predictLaunch } from '../../src/library/model.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { formatTime } from '../../src/report/units.ts';

const { values: flags } = parseArgs({ options: { plot: { type: 'string' } } });

const AS_CUDA = { dialect: 'raw', without: ['bounds-check'] } as const;
const DEVICES = [
  { name: 'nvidia-k20c', settings: AS_CUDA },
  { name: 'nvidia-titan-x-pascal', settings: AS_CUDA },
  { name: 'nvidia-h200', settings: {} },
] as const;

/** GFLOPS of the paper on a Tesla K20c, where it gives them. */
const STUDIES = [
  {
    title: 'contraction (section 6.1)',
    folder: 'examples/contraction',
    steps: ['1-original', '2-coalesced', '3-tabulated', '4-split'],
    paper: [92, 123, 139, 161],
  },
  {
    title: 'hypterm (section 6.2)',
    folder: 'examples/hypterm',
    steps: ['1-six-kernels', '2-three-kernels', '3-one-kernel', '4-smaller-tile'],
    paper: [141, 161, undefined, 260],
  },
] as const;

async function timeNs(file: string, { name, settings }: (typeof DEVICES)[number]): Promise<number> {
  const profile = loadProfile(name).value!;
  if (file.includes('hypterm')) return (await predictApp(file, { ...settings, profile })).value!.timeNs;
  const { launch, source } = (await loadKernel(file, {}, { allowRead: [] })).value!;
  return predictLaunch(launch, source, { ...settings, profile }).value!.timeNs;
}

/** Measured on an H200, by launch or app file. */
const measured = new Map<string, number>(
  (JSON.parse(readFileSync('bench/studies/case-studies-h200.json', 'utf8')).rows as MeasuredStep[])
    .filter(({ params }) => params === undefined)
    .map(({ file, timeNs }) => [file, timeNs]),
);

interface MeasuredStep {
  readonly file: string;
  readonly timeNs: number;
  readonly params?: unknown;
}

const COLOURS = ['#333333', '#4477aa', '#228833', '#cc6677', '#aa3377'];
const BAR = { height: 11, gap: 2 };
const [LEFT, PLOT, MOST] = [150, 620, 2.8];

function picture(
  rows: readonly {
    title: string;
    steps: readonly string[];
    speeds: readonly (readonly (number | undefined)[])[];
  }[],
): string {
  const parts: string[] = [];
  let y = 66;
  const names = ['paper, K20c', 'predicted, K20c', 'predicted, TITAN X', 'predicted, H200', 'measured, H200'];
  const legend = names.map(
    (name, i) =>
      `<rect x="${LEFT + i * 125}" y="32" width="12" height="12" fill="${COLOURS[i]}"/><text x="${LEFT + 18 + i * 125}" y="42">${name}</text>`,
  );
  for (const { title, steps, speeds } of rows) {
    parts.push(`<text x="16" y="${y + 10}" font-size="14">${title}</text>`);
    y += 22;
    for (const [step, name] of steps.entries()) {
      parts.push(
        `<text x="${LEFT - 10}" y="${y + 32}" text-anchor="end">${name.replaceAll('-', ' ')}</text>`,
      );
      for (const [i, ofDevice] of speeds.entries()) {
        const speed = ofDevice[step];
        const at = y + i * (BAR.height + BAR.gap);
        if (speed !== undefined)
          parts.push(
            `<rect x="${LEFT}" y="${at}" width="${((speed / MOST) * PLOT).toFixed(1)}" height="${BAR.height}" fill="${COLOURS[i]}"/>`,
            `<text x="${(LEFT + 6 + (speed / MOST) * PLOT).toFixed(1)}" y="${at + 10}" font-size="10">${speed.toFixed(2)}</text>`,
          );
      }
      y += 5 * (BAR.height + BAR.gap) + 10;
    }
    y += 8;
  }
  const width = LEFT + PLOT + 60;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" width="${width}" height="${y}">
<style>svg { background: #fff; font: 12px system-ui, sans-serif; fill: #333 }</style>
<text x="${width / 2}" y="20" text-anchor="middle" font-size="15">Speed of each step over the first</text>
${[...legend, ...parts].join('\n')}
</svg>
`;
}

const rows = [];
for (const { title, folder, steps, paper } of STUDIES) {
  const speeds: (number | undefined)[][] = [paper.map((each) => each && each / paper[0])];
  for (const device of DEVICES) {
    const times: number[] = [];
    for (const step of steps) times.push(await timeNs(`${folder}/${step}.json`, device));
    console.log(
      `${title} on ${device.name}: ${times.map((time) => `${formatTime(time)} (${(times[0] / time).toFixed(2)})`).join(', ')}`,
    );
    speeds.push(times.map((time) => times[0] / time));
  }
  const times = steps.map((step) => measured.get(`${folder}/${step}.json`)!);
  speeds.push(times.map((time) => times[0] / time));
  console.log(
    `${title} measured: ${times.map((time) => `${formatTime(time)} (${(times[0] / time).toFixed(2)})`).join(', ')}`,
  );
  rows.push({ title, steps, speeds });
}
if (flags.plot) writeFileSync(flags.plot, picture(rows));
process.exit(0);
