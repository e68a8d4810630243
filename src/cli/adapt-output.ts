// What `adapt -o DIR` writes: variants with their launch files, the rule as TypeScript and as JSON, and a picture.

import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Shipped, shippedLaunchText } from '../adapt/shipped.ts';
import { compilerModel } from '../compilers/for-device.ts';
import type { Tunable } from '../configure/tunable.ts';
import { inputsOf } from '../launch/launch.ts';
import { deviceOf } from '../predict/compile-stages.ts';
import type { Profile } from '../profile/profile.ts';
import { adaptationSvg } from '../report/adaptation-svg.ts';
import { type AdaptationReport, choiceDocument } from '../report/adaptation-text.ts';
import { jsonText } from '../report/json.ts';
import { choiceModule } from './choice-module.ts';
import { refuseUnwritable, writeOutput } from './output-file.ts';
import { placedAt } from './transformed-launch.ts';
import { UsageError } from './usage-error.ts';
import { knownBy, type VariantFiles } from './variants-module.ts';
import { writeKernel } from './write-transformed.ts';

const RULE = 'choose.ts';
const DOCUMENT = 'choice.json';
const PICTURE = 'choice.svg';

export interface Folder {
  readonly folder: string;
  readonly force: boolean;
}

/** What can be refused before anything is computed. @throws UsageError */
export function refuseFolder(folder: string, force: boolean): void {
  const parent = path.dirname(folder);
  if (!existsSync(parent)) throw new UsageError(`-o ${folder}: there is no folder ${parent}`);
  if (!existsSync(folder)) return;
  if (!statSync(folder).isDirectory()) throw new UsageError(`-o ${folder}: it is no folder`);
  for (const each of [RULE, DOCUMENT, PICTURE])
    refuseUnwritable({ flag: '-o', file: path.join(folder, each), force, isOwn });
}

/** The document names itself in its first lines. */
function isOwn(beginning: string): boolean {
  return beginning.includes('kernelcast/choice@1') || beginning.includes('Written by kernelcast');
}

/** @returns the files, and of each variant its names. @throws UsageError, DiagnosticError */
export async function writeAdaptation(
  { folder, force }: Folder,
  report: AdaptationReport,
  tunable: Tunable,
  shipped: readonly Shipped[],
  profiles: readonly Profile[],
): Promise<{ readonly written: readonly string[]; readonly variants: readonly VariantFiles[] }> {
  mkdirSync(folder, { recursive: true });
  const inputs = [...inputsOf(tunable.launch), ...tunable.shaders.map(({ file }) => file)];
  const stem = report.name.replaceAll(/[^\w.-]+/g, '-');
  const written: string[] = [];
  const variants = shipped.map((each, at): VariantFiles => {
    const output = path.join(folder, `${stem}-${at + 1}.wgsl`);
    const files = writeKernel({ output, force }, each.instance.source, inputs, (shader, place) =>
      shippedLaunchText(each, { ...placedAt(place, tunable.launch.file), shader: path.basename(shader) }),
    );
    written.push(...files);
    return { shader: path.basename(files[0]), launch: path.basename(files[1]) };
  });
  const devices = profiles.map((profile) => ({
    name: profile.name,
    ...knownBy({ profile, compilerTitle: compilerModel(deviceOf(profile)).title }),
  }));
  const texts: readonly (readonly [string, string])[] = [
    [RULE, choiceModule(report.adaptation, variants, devices)],
    [DOCUMENT, jsonText(choiceDocument(report, variants))],
    [PICTURE, adaptationSvg(report)],
  ];
  for (const [name, text] of texts) {
    const file = path.join(folder, name);
    writeOutput({ flag: '-o', file, force, isOwn }, text, inputs);
    written.push(file);
  }
  return { written, variants };
}
