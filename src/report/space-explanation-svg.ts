// Which counters a space's speed-ups come with, as a picture: the tree of each device, leaves in a row below, coloured
// by how fast they are. Drawn for light and dark pages and as a file by itself.

import type { ExplainedNode, SpaceExplanation } from '../analyze/explain-space.ts';
import { COUNTER_WORDS } from './counter-words.ts';
import { wrap } from './layout.ts';
import { MARK } from './mark.ts';
import { answerOf, difference, speed } from './space-explanation-words.ts';
import { markup } from './svg.ts';

const LEAF = { width: 132, height: 46, gap: 14 };
const LEVEL = 92;
const MARGIN = { x: 24, top: 54, bottom: 24 };
/** Width of a letter of a title, at most. */
const LETTER = 8.6;
const SPLIT = { width: 190, height: 34 };

/** All devices below one another, as a file. */
export function spaceExplanationSvg(explanations: readonly SpaceExplanation[]): string {
  const drawings = explanations.map(treeDrawing);
  const width = Math.max(640, ...drawings.map((each) => each.width));
  let top = 0;
  const placed = drawings.map(({ content, height }, i) => {
    const lines = wrap(answerOf(explanations[i]), Math.floor(width / LETTER)).split('\n');
    const title = lines.map(
      (line, k) => `<text x="${MARGIN.x}" y="${top + 24 + 18 * k}" font-size="15">${markup(line)}</text>`,
    );
    const below = top + 18 * lines.length;
    const moved = `${title.join('\n')}\n<g transform="translate(0 ${below})">${content}</g>`;
    top = below + height + MARGIN.bottom;
    return moved;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${top}" width="${width}" height="${top}">
<metadata>${MARK}</metadata>
<style>
svg { background: #fff; font: 12px system-ui, sans-serif; fill: #333 }
${TREE_STYLE}
</style>
${placed.join('\n')}
</svg>
`;
}

export const TREE_STYLE = `.way { stroke: #999; fill: none } .question { fill: #eef1f5; stroke: #99a } .leaf { stroke: #667 } .on-box { fill: #111 }`;

/** The tree of one device as a part of a page. */
export function spaceExplanationPicture(explanation: SpaceExplanation): string {
  const { content, width, height } = treeDrawing(explanation);
  const label = markup(answerOf(explanation));
  return `<svg viewBox="0 0 ${width} ${height}" style="max-width: ${width}px" role="img" aria-label="${label}"><title>${label}</title>${content}</svg>`;
}

interface Drawing {
  readonly content: string;
  readonly width: number;
  readonly height: number;
}

function treeDrawing({ tree }: SpaceExplanation): Drawing {
  const depth = depthOf(tree);
  const leaves = leavesOf(tree);
  const most = Math.max(0.1, ...leaves.map(({ speedUp }) => Math.abs(Math.log(speedUp))));
  const parts: string[] = [];
  let next = MARGIN.x + LEAF.width / 2;
  const draw = (node: ExplainedNode, level: number): number => {
    const { split } = node;
    const y = MARGIN.top + level * LEVEL;
    if (!split) {
      const x = next;
      next += LEAF.width + LEAF.gap;
      parts.push(leaf(node, x, y, most));
      return x;
    }
    const low = draw(split.low, level + 1);
    const high = draw(split.high, level + 1);
    const x = (low + high) / 2;
    const below = y + LEVEL;
    parts.unshift(`<path class="way" d="M${x} ${y}L${low} ${below}M${x} ${y}L${high} ${below}"/>`);
    const at = difference(split.threshold, split.isInPoints);
    parts.push(
      `<rect class="question" x="${x - SPLIT.width / 2}" y="${y - SPLIT.height / 2}" width="${SPLIT.width}" height="${SPLIT.height}" rx="4"/>`,
      `<text class="on-box" x="${x}" y="${y - 2}" text-anchor="middle">${markup(COUNTER_WORDS[split.counter])}</text>`,
      `<text class="on-box" x="${x}" y="${y + 12}" text-anchor="middle">${markup(`≤ ${at}  |  > ${at}`)}</text>`,
    );
    return x;
  };
  draw(tree, 0);
  const width = Math.max(next - LEAF.width / 2 - LEAF.gap + MARGIN.x, SPLIT.width + 2 * MARGIN.x);
  const height = MARGIN.top + depth * LEVEL + LEAF.height / 2 + MARGIN.bottom;
  return { content: parts.join('\n'), width, height };
}

/** Blue where faster than the kernel as it is, red where slower, the deeper the more. */
function leaf(node: ExplainedNode, x: number, y: number, most: number): string {
  const size = Math.min(1, Math.abs(Math.log(node.speedUp)) / most);
  const [red, green, blue] = (node.speedUp >= 1 ? [68, 119, 170] : [204, 102, 119]).map((full) =>
    Math.round(255 - (255 - full) * (0.12 + 0.68 * size)),
  );
  const hint = markup(`${node.configurations} configurations: ${node.kernels.join(', ')}`);
  return `<rect class="leaf" x="${x - LEAF.width / 2}" y="${y - LEAF.height / 2}" width="${LEAF.width}" height="${LEAF.height}" rx="6" fill="rgb(${red},${green},${blue})"><title>${hint}</title></rect>
<text class="on-box" x="${x}" y="${y - 3}" text-anchor="middle" font-size="15">${markup(speed(node))}</text>
<text class="on-box" x="${x}" y="${y + 14}" text-anchor="middle">${node.configurations} configuration${node.configurations === 1 ? '' : 's'}</text>`;
}

function leavesOf(node: ExplainedNode): ExplainedNode[] {
  return node.split ? [...leavesOf(node.split.low), ...leavesOf(node.split.high)] : [node];
}

function depthOf({ split }: ExplainedNode): number {
  return split ? 1 + Math.max(depthOf(split.low), depthOf(split.high)) : 0;
}
