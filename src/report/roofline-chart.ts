// The roofline of the HTML report (Williams, Waterman, Patterson, CACM 52, 2009): both axes logarithmic, a roof per
// memory level, and the kernel's point under each. What the lines are is said below the chart, where no line runs
// through the words.

import type { Observation, Roofline } from '../analyze/diagnosis.ts';
import { line, markup, rect, svg, text } from './svg.ts';
import { formatCount } from './units.ts';

const WIDTH = 640;
const HEIGHT = 300;
const LEFT = 88;
const INNER = WIDTH - LEFT - 18;
const TOP = 10;
const BOTTOM = HEIGHT - 34;
/** Decades of operations per second that are shown at least and at most. */
const DECADES = { least: 4, most: 8 };

/** Where intensities and rates lie in the drawing; what is below the floor lies on it. */
interface Scale {
  readonly low: number;
  readonly high: number;
  readonly floor: number;
  readonly top: number;
  readonly x: (intensity: number) => number;
  readonly y: (rate: number) => number;
}

export function rooflineChart({ roofline }: Observation): string {
  if (!(roofline.operationsPerSecond > 0)) return '<p>The kernel does no arithmetic that counts here.</p>';
  const scale = scaleOf(roofline);
  const parts = [...grid(scale), ...roofs(roofline, scale), ...points(roofline, scale)];
  const where = roofline.levels
    .filter(({ intensity }) => intensity > 0)
    .map(({ name, intensity }) => `${intensity.toPrecision(3)} per byte of ${name}`);
  const rate = formatCount(roofline.operationsPerSecond);
  const drawn = svg(WIDTH, HEIGHT, `Roofline: ${rate} operations/s, ${where.join(', ')}`, parts);
  return `<div class="roofline">${drawn}</div>${key(roofline)}`;
}

function scaleOf({ levels, peakOperationsPerSecond: peak, operationsPerSecond }: Roofline): Scale {
  const intensities = levels.map(({ intensity }) => intensity).filter((each) => each > 0);
  const ridges = levels.map(({ bytesPerSecond }) => peak / bytesPerSecond);
  const low = Math.floor(Math.log10(Math.min(0.1, ...intensities)));
  const high = Math.ceil(Math.log10(Math.max(100, ...intensities, ...ridges)));
  const top = Math.ceil(Math.log10(peak));
  const reached = Math.floor(Math.log10(operationsPerSecond) - 0.3);
  const floor = Math.max(top - DECADES.most, Math.min(top - DECADES.least, reached));
  const share = (value: number, from: number, to: number) => (Math.log10(value) - from) / (to - from);
  return {
    low,
    high,
    floor,
    top,
    x: (intensity) => LEFT + share(intensity, low, high) * INNER,
    y: (rate) => BOTTOM - share(Math.max(rate, 10 ** floor), floor, top) * (BOTTOM - TOP),
  };
}

function grid({ low, high, floor, top, x, y }: Scale): string[] {
  const parts: string[] = [];
  for (let decade = low; decade <= high; decade++) {
    const at = x(10 ** decade);
    parts.push(line(at, TOP, at, BOTTOM, 'grid'));
    parts.push(
      text(
        at,
        BOTTOM + 24,
        String(Number((10 ** decade).toPrecision(1))),
        decade === high ? 'end' : 'middle',
      ),
    );
  }
  for (let decade = floor; decade <= top; decade++) {
    const at = y(10 ** decade);
    const label = formatCount(10 ** decade).replace(/\.0+(?=\D|$)/, '');
    parts.push(line(LEFT, at, LEFT + INNER, at, 'grid'));
    if (decade > floor) parts.push(text(LEFT - 6, at + 7, label, 'end'));
  }
  return parts;
}

function roofs(
  { levels, peakOperationsPerSecond: peak }: Roofline,
  { low, high, floor, x, y }: Scale,
): string[] {
  return levels.flatMap(({ name, bytesPerSecond }) => {
    const from = 10 ** Math.max(low, Math.log10(10 ** floor / bytesPerSecond));
    const ridge = Math.min(10 ** high, peak / bytesPerSecond);
    return [
      line(x(from), y(from * bytesPerSecond), x(ridge), y(ridge * bytesPerSecond), `l-${name.toLowerCase()}`),
      line(x(ridge), y(peak), LEFT + INNER, y(peak), 'l-peak'),
    ];
  });
}

/** Of the longest name, on a phone. */
const NAME_WIDTH = 90;

/** All at one height, as the rate is the same; the leftmost has its name on its left. */
function points({ levels, operationsPerSecond }: Roofline, { x, y }: Scale): string[] {
  const marked = levels.filter(({ intensity }) => intensity > 0).sort((a, b) => a.intensity - b.intensity);
  return marked.flatMap(({ name, intensity }, index) => {
    const hint = `${name}: ${formatCount(operationsPerSecond)} operations/s at ${intensity.toPrecision(3)} per byte`;
    const [cx, cy] = [x(intensity), y(operationsPerSecond)];
    const isLeft = (index === 0 && marked.length > 1) || cx > LEFT + INNER - NAME_WIDTH;
    return [
      rect([cx - 5, cy - 5, 10, 10], `point c-${name.toLowerCase()}`, hint),
      text(cx + (isLeft ? -9 : 9), cy + 7, name, isLeft ? 'end' : 'start'),
    ];
  });
}

function key({ levels, peakOperationsPerSecond }: Roofline): string {
  const entries = [
    ...levels.map(({ name, bytesPerSecond }) => ({
      colour: `c-${name.toLowerCase()}`,
      words: `${name} bandwidth ${formatCount(bytesPerSecond)}B/s`,
    })),
    { colour: 'c-fma', words: `peak ${formatCount(peakOperationsPerSecond)} operations/s` },
  ];
  const items = entries.map(
    ({ colour, words }) => `<li><span class="${colour}"></span>${markup(words)}</li>`,
  );
  return `<ul class="legend">${items.join('')}</ul>`;
}
