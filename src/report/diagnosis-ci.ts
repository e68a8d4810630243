// Findings for continuous integration: GitHub's workflow commands, which annotate lines of a change, and
// SARIF 2.1.0, which code scanning reads. Both show a finding only where it has a place: what lies in no line of the
// source is placed at the launch file.

import type { Verdict } from '../analyze/baseline.ts';
import type { Diagnosis, Place } from '../analyze/diagnosis.ts';
import { limitOf, nextStep } from './diagnosis-words.ts';
import { RULES, type RuleName } from './sarif-rules.ts';
import { formatTime } from './units.ts';
import { describeVerdict } from './verdict-words.ts';

export interface Findings {
  readonly diagnoses: readonly Diagnosis[];
  /** Against a baseline. */
  readonly verdicts?: readonly Verdict[];
  /** How a file is named to those who read the findings. */
  readonly pathOf?: (file: string) => string;
}

interface Finding {
  readonly rule: RuleName;
  readonly level: 'error' | 'warning';
  readonly diagnosis: Diagnosis;
  readonly text: string;
  readonly place: Pick<Place, 'file' | 'startLine' | 'endLine'> | undefined;
}

/** Regressions first: of many findings, GitHub shows the first. */
function findingsOf({ diagnoses, verdicts = [], pathOf = (file) => file }: Findings): Finding[] {
  const placed = (diagnosis: Diagnosis, span?: Place): Finding['place'] => {
    if (span) return { ...span, file: pathOf(span.file) };
    const { launchFile } = diagnosis;
    return launchFile === undefined ? undefined : { file: pathOf(launchFile), startLine: 1, endLine: 1 };
  };
  const regressions = diagnoses.flatMap((diagnosis): Finding[] => {
    const verdict = verdicts.find(
      ({ name, profile, state }) =>
        state === 'worse' && name === diagnosis.name && profile === diagnosis.profile,
    );
    if (!verdict) return [];
    const text = describeVerdict(verdict);
    return [{ rule: 'regression', level: 'error', diagnosis, text, place: placed(diagnosis) }];
  });
  const causes = diagnoses.flatMap((diagnosis) =>
    diagnosis.causes.map(
      ({ kind, text, span }): Finding => ({
        rule: kind,
        level: 'warning',
        diagnosis,
        text,
        place: placed(diagnosis, span),
      }),
    ),
  );
  return [...regressions, ...causes];
}

export function githubAnnotations(findings: Findings): string {
  const summaries = findings.diagnoses.map((diagnosis) =>
    command('notice', {}, `${diagnosis.name} on ${diagnosis.profile}`, summary(diagnosis)),
  );
  const annotations = findingsOf(findings).map(({ rule, level, diagnosis, text, place }) => {
    const where = place && { file: place.file, line: `${place.startLine}`, endLine: `${place.endLine}` };
    return command(level, where ?? {}, `${diagnosis.name}: ${rule}`, text);
  });
  return [...summaries, ...annotations].join('');
}

function summary(diagnosis: Diagnosis): string {
  const [next] = diagnosis.advice;
  const step = next ? `; next: ${next.title} (${nextStep(diagnosis)})` : '';
  return `${formatTime(diagnosis.timeNs)}, ${limitOf(diagnosis)}${step}`;
}

/** Percent, colons and line ends have meanings of their own in workflow commands. */
function command(
  level: 'notice' | 'warning' | 'error',
  place: Readonly<Record<string, string>>,
  title: string,
  message: string,
): string {
  const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
  const properties = Object.entries({ ...place, title }).map(([key, value]) => `${key}=${property(value)}`);
  return `::${level} ${properties.join(',')}::${data(message)}\n`;
}

export function sarif(findings: Findings): string {
  const all = findingsOf(findings);
  const ids = [...new Set(all.map(({ rule }) => rule))].sort();
  const rules = ids.map((rule) => ({
    id: idOf(rule),
    name: rule,
    shortDescription: { text: RULES[rule].short },
    fullDescription: { text: RULES[rule].full },
    help: { text: RULES[rule].help },
  }));
  const results = all.map(({ rule, level, diagnosis, text, place }) => ({
    ruleId: idOf(rule),
    ruleIndex: ids.indexOf(rule),
    level,
    message: { text: `${diagnosis.name} on ${diagnosis.profile} (${summary(diagnosis)}): ${text}` },
    ...(place ? { locations: [locationOf(place)] } : {}),
  }));
  const document = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'kernelcast', rules } }, results }],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function idOf(rule: RuleName): string {
  return `kernelcast/${rule}`;
}

/** Relative names are relative to the root of the sources. */
function locationOf({ file, startLine, endLine }: NonNullable<Finding['place']>) {
  const path = file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  const artifactLocation = path.startsWith('/')
    ? { uri: `file://${path}` }
    : { uri: path.replace(/^(\.\/)+/, ''), uriBaseId: '%SRCROOT%' };
  return { physicalLocation: { artifactLocation, region: { startLine, endLine } } };
}
