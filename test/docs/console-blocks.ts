// The blocks ```console of a document: commands, each followed by what it prints. A comment on the line above
// limits or explains what is shown, its parts separated by commas:
//
//   <!-- console: first 6, last 10 -->               that many lines of each output, … for the rest
//   <!-- console: exit 2 -->                         the command fails, with this code
//   <!-- console: recorded 2026-11-21 on an H200 --> needs a GPU, so it is not run again
//
// A command whose line ends in \ goes on in the next one.

export interface Block {
  /** Line of the opening fence, from 1. */
  readonly line: number;
  /** What stands between the fences, without the last newline. */
  readonly body: string;
  readonly commands: readonly string[];
  readonly shown: Shown;
  readonly exitCode: number;
  readonly isRecorded: boolean;
}

/** How much of an output is shown; all of it when both are missing. */
interface Shown {
  readonly first?: number;
  readonly last?: number;
}

const BLOCK = /^(?:<!-- console: (?<options>.*) -->\n)?```console\n(?<body>[\s\S]*?)\n```$/gm;
const COMMAND = /^\$ ((?:.*\\\n)*.*)$/gm;
const OPTION =
  /^(?:first (?<first>\d+)|last (?<last>\d+)|exit (?<exit>\d+)|(?<recorded>recorded \d{4}-\d\d-\d\d.*))$/;

export function blocksOf(document: string): Block[] {
  return [...document.matchAll(BLOCK)].map((match) => {
    const { options, body } = match.groups as { options?: string; body: string };
    const start = match.index + (options === undefined ? 0 : match[0].indexOf('\n') + 1);
    const line = document.slice(0, start).split('\n').length;
    const commands = [...body.matchAll(COMMAND)].map(([, command]) => command);
    if (!body.startsWith('$ '))
      throw new Error(`line ${line}: a console block begins with "$ " and a command`);
    return { line, body, commands, ...optionsOf(options ?? '', line) };
  });
}

function optionsOf(text: string, line: number): Pick<Block, 'shown' | 'exitCode' | 'isRecorded'> {
  const given: Record<string, string> = {};
  for (const option of text.split(', ').filter((each) => each !== '')) {
    const parts = OPTION.exec(option)?.groups;
    if (!parts)
      throw new Error(`line ${line}: "${option}" is none of first N, last N, exit N, recorded YYYY-MM-DD …`);
    Object.assign(
      given,
      Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)),
    );
  }
  const { first, last, exit, recorded } = given;
  return {
    shown: { ...(first && { first: Number(first) }), ...(last && { last: Number(last) }) },
    exitCode: Number(exit ?? 0),
    isRecorded: recorded !== undefined,
  };
}

/** The body that a block should have, by what its commands print. */
export function bodyOf(block: Block, run: (command: string, exitCode: number) => string): string {
  if (block.isRecorded) return block.body;
  return block.commands
    .map((command) =>
      [`$ ${command}`, ...limited(linesOf(run(command, block.exitCode)), block.shown)].join('\n'),
    )
    .join('\n\n');
}

/** Without what no reader sees, and without the one thing that differs from run to run. */
function linesOf(output: string): string[] {
  return output
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd().replace(WALL_CLOCK, '… s per kernel'));
}

/** How long the model itself took, which `validate` prints. */
const WALL_CLOCK = /\d+\.\d+ s per kernel/;

function limited(lines: readonly string[], { first, last }: Shown): readonly string[] {
  if (first === undefined && last === undefined) return lines;
  const [above, below] = [first ?? 0, last ?? 0];
  if (lines.length <= above + below) return lines;
  return [...lines.slice(0, above), '…', ...lines.slice(lines.length - below)];
}

/** The document with every block as its commands print it now. */
export function rewritten(document: string, run: (command: string, exitCode: number) => string): string {
  const bodies = blocksOf(document).map((block) => bodyOf(block, run));
  return document.replace(BLOCK, (match, _options, body: string) => {
    const at = match.lastIndexOf(body);
    return match.slice(0, at) + bodies.shift() + match.slice(at + body.length);
  });
}
