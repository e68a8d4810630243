// Diagnoses as JSON: one object for one, an array for several.

import type { Diagnosis } from '../analyze/diagnosis.ts';

export function diagnosisJson(diagnoses: readonly Diagnosis[], isSeveral = diagnoses.length !== 1): string {
  return `${JSON.stringify(isSeveral ? diagnoses : diagnoses[0], null, 2)}\n`;
}
