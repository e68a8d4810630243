// Speed-ups by who decided on the factor, as a self-contained SVG: a row for each decider, a dot for each kernel, a bar
// at their geometric mean.

export interface KernelSpeedUps {
  readonly kernel: string;
  /** One per decider. */
  readonly speedUps: readonly number[];
}

const LEFT = 230;
const PLOT = 560;
const ROW = 44;
const TOP = 46;
const TICKS = [0.125, 0.25, 0.5, 1, 2, 4];
const [LOW, HIGH] = [1 / 16, 8];
/** Dots of like speed-ups lie above one another, by so many rows at most. */
const SPREAD = 5;

export function stripPlot(deciders: readonly string[], kernels: readonly KernelSpeedUps[]): string {
  const x = (speedUp: number) => {
    const within = Math.min(HIGH, Math.max(LOW, speedUp));
    return LEFT + (Math.log(within / LOW) / Math.log(HIGH / LOW)) * PLOT;
  };
  const bottom = TOP + ROW * deciders.length;
  const [width, height] = [LEFT + PLOT + 70, bottom + 44];
  const ticks = TICKS.map(
    (tick) =>
      `<path class="${tick === 1 ? 'one' : 'grid'}" d="M${x(tick).toFixed(1)} ${TOP - 8}V${bottom}"/>` +
      `<text x="${x(tick).toFixed(1)}" y="${bottom + 16}" text-anchor="middle">${tick}×</text>`,
  );
  const rows = deciders.map((name, i) => {
    const middle = TOP + ROW * (i + 0.5);
    const values = kernels.map(({ speedUps }) => speedUps[i]);
    const mean = Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
    const dots = kernels.map(({ kernel, speedUps }, k) => {
      const y = middle + ((k % SPREAD) - (SPREAD - 1) / 2) * 6;
      const hint = `${kernel}: ${speedUps[i].toFixed(2)}×`;
      return `<circle cx="${x(speedUps[i]).toFixed(1)}" cy="${y.toFixed(1)}" r="3.2"><title>${hint}</title></circle>`;
    });
    return [
      `<text x="${LEFT - 12}" y="${middle + 4}" text-anchor="end">${name}</text>`,
      ...dots,
      `<path class="mean" d="M${x(mean).toFixed(1)} ${middle - 17}v34"/>`,
      `<text x="${LEFT + PLOT + 8}" y="${middle + 4}">${mean.toFixed(3)}×</text>`,
    ].join('\n');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<style>
svg { background: #fff; font: 12px system-ui, sans-serif; fill: #333 }
path { fill: none } .grid { stroke: #ddd } .one { stroke: #888 } circle { fill: #4477aa; opacity: 0.6 } .mean { stroke: #cc3311; stroke-width: 3 }
</style>
<text x="${width / 2}" y="22" text-anchor="middle" font-size="15">Speed-up over no coarsening, by who decides on the factor: ${kernels.length} kernels on an H200</text>
${[...ticks, ...rows].join('\n')}
<text x="${LEFT + PLOT / 2}" y="${height - 6}" text-anchor="middle">measured speed-up; a dot is a kernel, the bar their geometric mean</text>
</svg>
`;
}
