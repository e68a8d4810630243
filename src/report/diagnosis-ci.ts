// Findings for continuous integration: GitHub's workflow commands, which annotate lines of a change, and
// SARIF 2.1.0, which code scanning reads.

import type { Cause, Diagnosis } from '../analyze/diagnosis.ts';
import { describeBottleneck } from './prediction-text.ts';
import { formatTime } from './units.ts';

export function githubAnnotations(diagnoses: readonly Diagnosis[]): string {
  return diagnoses
    .flatMap((diagnosis) => [
      command('notice', {}, `${diagnosis.name} on ${diagnosis.profile}`, summary(diagnosis)),
      ...diagnosis.causes.map((cause) => {
        const title = `${diagnosis.name}: ${cause.kind}`;
        return command('warning', placeOf(cause), title, cause.text);
      }),
    ])
    .join('');
}

function summary(diagnosis: Diagnosis): string {
  const [next] = diagnosis.advice;
  const step = next ? `; next: ${next.title} (${next.expectedSpeedup.toFixed(2)}×)` : '';
  return `${formatTime(diagnosis.timeNs)}, limited by ${describeBottleneck(diagnosis.bottleneck)}${step}`;
}

function placeOf({ span }: Cause): Record<string, string> {
  if (!span) return {};
  return { file: span.file, line: String(span.startLine), endLine: String(span.endLine) };
}

/** Percent, colons and line ends have meanings of their own in workflow commands. */
function command(
  level: 'notice' | 'warning',
  place: Readonly<Record<string, string>>,
  title: string,
  message: string,
): string {
  const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
  const properties = Object.entries({ ...place, title }).map(([key, value]) => `${key}=${property(value)}`);
  return `::${level} ${properties.join(',')}::${data(message)}\n`;
}

export function sarif(diagnoses: readonly Diagnosis[]): string {
  const results = diagnoses.flatMap((diagnosis) =>
    diagnosis.causes.map((cause) => ({
      ruleId: `kernelcast/${cause.kind}`,
      level: 'warning',
      message: { text: `${diagnosis.name} on ${diagnosis.profile} (${summary(diagnosis)}): ${cause.text}` },
      ...(cause.span
        ? {
            locations: [
              {
                physicalLocation: {
                  artifactLocation: { uri: uriOf(cause.span.file) },
                  region: { startLine: cause.span.startLine, endLine: cause.span.endLine },
                },
              },
            ],
          }
        : {}),
    })),
  );
  const kinds = [...new Set(results.map(({ ruleId }) => ruleId))].sort();
  const rules = kinds.map((id) => ({ id, shortDescription: { text: id.replace('kernelcast/', '') } }));
  const driver = { name: 'kernelcast', rules };
  const document = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, results }],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** SARIF wants URIs; paths stay relative where they are. */
function uriOf(file: string): string {
  const path = file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  return path.startsWith('/') ? `file://${path}` : path.replace(/^(\.\/)+/, '');
}
