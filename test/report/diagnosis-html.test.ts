// The HTML report in a real browser: drawn without complaint, every part with a size, nothing cut off, in both
// themes, on a wide screen and on a phone.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { diagnosisHtml } from '../../src/report/diagnosis-html.ts';
import { diagnoseFile } from '../analyze/support.ts';
import { CHROMIUM, describeInBrowser } from '../devices.ts';

// What the tests load for Vulkan is not meant for the browser.
const environment = { ...process.env, HOME: tmpdir(), LD_LIBRARY_PATH: '' };

const PARTS = [
  'Why',
  'Next steps, each emulated',
  'What the time hangs on',
  'Where: resources × regions',
  'Warps over time',
  'Utilisation over time',
  'Roofline',
  'Occupancy',
  'Source and machine code',
];

/** A page around the report that measures it: the report itself holds no script. */
const FRAME = `<!doctype html><iframe id="frame" src="report.html" width="WIDTH" height="900"></iframe>
<pre id="found"></pre><script>
onload = () => {
  const page = frame.contentDocument, view = frame.contentWindow;
  const numbers = (colour) => {
    const [r, g, b, a = 1] = (colour.match(/[-d.e]+%?/g) ?? [0, 0, 0, 0]).map(Number);
    return (colour.startsWith('color') ? [r, g, b] : [r / 255, g / 255, b / 255]).concat(a);
  };
  const ground = (element) => {
    const below = element.parentElement ? ground(element.parentElement) : [1, 1, 1];
    const [r, g, b, a] = numbers(view.getComputedStyle(element).backgroundColor);
    return [r, g, b].map((part, index) => part * a + below[index] * (1 - a));
  };
  const light = (colour) => {
    const [r, g, b] = colour.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const contrast = (element) => {
    const style = view.getComputedStyle(element);
    const text = light(numbers(element.closest('svg') ? style.fill : style.color));
    const behind = light(ground(element.closest('svg')?.parentElement ?? element));
    return Math.max(text, behind) / Math.min(text, behind);
  };
  const isText = (element) =>
    !['title', 'style'].includes(element.localName) && [...element.childNodes].some((each) => each.nodeType === 3 && each.data.trim() !== '');
  const meet = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.4 * Math.min(a.height, b.height);
  const box = (element) => { const { width, height } = element.getBoundingClientRect(); return { width, height }; };
  found.textContent = JSON.stringify({
    viewport: view.innerWidth,
    overflow: page.documentElement.scrollWidth - view.innerWidth,
    ground: view.getComputedStyle(page.body).backgroundColor,
    sections: [...page.querySelectorAll('section')].map((each) => ({ title: each.querySelector('h2').textContent, ...box(each) })),
    charts: [...page.querySelectorAll('.chart, svg[role=img]')].map((each) => ({ title: each.getAttribute('aria-label'), ...box(each) })),
    outside: [...page.querySelectorAll('svg')].flatMap((chart) => {
      const frame = chart.getBoundingClientRect();
      return [...chart.querySelectorAll('text')].filter((each) => {
        const { left, right } = each.getBoundingClientRect();
        return left < frame.left - 2 || right > frame.right + 2;
      }).map((each) => each.textContent);
    }),
    faint: [...page.body.querySelectorAll('*')].filter((each) => isText(each) && contrast(each) < 4.5)
      .map((each) => each.className + ' ' + each.textContent.slice(0, 30) + ' ' + contrast(each).toFixed(2)),
    overlapping: [...page.querySelectorAll('svg')].flatMap((chart) => {
      const labels = [...chart.querySelectorAll('text')].map((each) => [each.textContent, each.getBoundingClientRect()]);
      return labels.flatMap(([name, own], index) =>
        labels.slice(index + 1).filter(([, other]) => meet(own, other)).map(([other]) => name + ' / ' + other));
    }),
    empty: [...page.querySelectorAll('.chart, svg[role=img]')].filter((each) => !each.querySelector('rect, .fill')).map((each) => each.getAttribute('aria-label')),
    unnamed: [...page.querySelectorAll('svg[role=img], .chart, .scroll, .pane, section')].filter((each) => !each.getAttribute('aria-label')).length,
    smallest: Math.min(...[...page.body.querySelectorAll('*')].filter((each) => isText(each) && each.getClientRects().length > 0).map((each) => {
      const chart = each.closest('svg');
      const scale = chart ? chart.getBoundingClientRect().width / chart.viewBox.baseVal.width : 1;
      return parseFloat(view.getComputedStyle(each).fontSize) * scale;
    })),
    hottest: page.querySelector('.hottest').getBoundingClientRect().bottom,
  });
};
</script>`;

interface Found {
  readonly viewport: number;
  readonly overflow: number;
  readonly ground: string;
  readonly sections: readonly { title: string; width: number; height: number }[];
  readonly charts: readonly { title: string; width: number; height: number }[];
  readonly outside: readonly string[];
  /** Texts with less contrast than WCAG 2.1 asks for at level AA. */
  readonly faint: readonly string[];
  /** Labels of a chart that cover each other. */
  readonly overlapping: readonly string[];
  /** Charts that show nothing. */
  readonly empty: readonly string[];
  /** Parts that a screen reader has no name for. */
  readonly unnamed: number;
  /** Pixels of the smallest letters. */
  readonly smallest: number;
  /** Where the line ends that names the hottest line of the source. */
  readonly hottest: number;
}

function readable({ outside, faint, overlapping, empty, unnamed }: Found) {
  return { outside, faint, overlapping, empty, unnamed };
}

describeInBrowser('the HTML report in Chromium', () => {
  let folder = '';

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-html-'));
    const result = diagnoseFile('examples/matmul-tiled.json', { params: { N: '512' } });
    writeFileSync(path.join(folder, 'report.html'), diagnosisHtml([result]));
    const files = [
      'bench/sets/studied/axpy-tiny.json',
      'examples/triad.json',
      'bench/sets/studied/stack-machine.json',
    ];
    writeFileSync(path.join(folder, 'several.html'), diagnosisHtml(files.map((file) => diagnoseFile(file))));
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function look(width: number, scheme: 'light' | 'dark', report = 'report.html'): Found {
    const frame = path.join(folder, `frame-${width}.html`);
    writeFileSync(frame, FRAME.replace('WIDTH', String(width)).replace('report.html', report));
    const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--enable-logging=stderr'];
    const page = ['--allow-file-access-from-files', '--virtual-time-budget=5000', '--dump-dom'];
    const theme = `--blink-settings=preferredColorScheme=${scheme === 'dark' ? 0 : 1}`;
    const env = { ...environment, HOME: folder };
    const size = '--window-size=1400,1000';
    const run = spawnSync(CHROMIUM!, [...flags, ...page, theme, size, `file://${frame}`], {
      encoding: 'utf8',
      env,
    });
    expect(run.stderr).not.toContain('CONSOLE');
    const found = /<pre id="found">(.*?)<\/pre>/s.exec(run.stdout)?.[1] ?? '';
    return JSON.parse(found.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>'));
  }

  it.each([
    [1280, 'light'],
    [1280, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const)(
    'is drawn at %i px, %s',
    (width, scheme) => {
      const found = look(width, scheme);
      expect(found.viewport).toBe(width);
      expect(found.overflow).toBeLessThanOrEqual(0);
      expect(found.sections.map(({ title }) => title)).toEqual(PARTS);
      expect(found.charts).toHaveLength(5);
      for (const part of [...found.sections, ...found.charts]) {
        expect(part.width, part.title).toBeGreaterThan(250);
        expect(part.height, part.title).toBeGreaterThan(40);
      }
      expect(readable(found)).toEqual({ outside: [], faint: [], overlapping: [], empty: [], unnamed: 0 });
      expect(found.smallest).toBeGreaterThanOrEqual(12);
      expect(found.hottest).toBeLessThan(400);
      const brightness = found.ground
        .match(/\d+/g)!
        .slice(0, 3)
        .reduce((sum, each) => sum + Number(each), 0);
      if (scheme === 'dark') expect(brightness).toBeLessThan(150);
      else expect(brightness).toBeGreaterThan(700);
    },
    60_000,
  );

  it.each([
    [1280, 'dark'],
    [375, 'light'],
  ] as const)(
    'is readable for several launches of very different kinds at %i px, %s',
    (width, scheme) => {
      const found = look(width, scheme, 'several.html');
      expect(found.overflow).toBeLessThanOrEqual(0);
      expect(readable(found)).toEqual({ outside: [], faint: [], overlapping: [], empty: [], unnamed: 0 });
      expect(found.sections.filter(({ title }) => title === 'Warps over time')).toHaveLength(3);
    },
    60_000,
  );

  it('needs no other file', () => {
    expect(readFileSync(path.join(folder, 'report.html'), 'utf8')).not.toMatch(/(?:src|href)="(?!data:|#)/);
  });
});
