// Diagnoses as JSON: one object for one, an array for several.

import type { Diagnosis } from '../analyze/diagnosis.ts';

export function diagnosisJson(diagnoses: readonly Diagnosis[]): string {
  return `${JSON.stringify(diagnoses.length === 1 ? diagnoses[0] : diagnoses, null, 2)}\n`;
}
