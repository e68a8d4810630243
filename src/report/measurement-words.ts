// What a measurement says of its output, in words.

import type { Measurement } from '../measure/measurement.ts';
import { formatCount } from './units.ts';

/** Whether the output was checked, and how. */
export function verdictOf({ verification }: Measurement): string {
  const { method, words, mismatches, unverified } = verification;
  if (mismatches > 0) return `WRONG: ${formatCount(mismatches)} of ${formatCount(words)} words`;
  if (method === 'none' || words === 0) return 'unchecked';
  return unverified.length > 0 ? 'right in part' : 'right';
}

const METHODS: Readonly<Record<Measurement['verification']['method'], string>> = {
  full: 'all workgroups',
  sampled: 'a sample of the workgroups',
  file: "the launch's reference file",
  none: 'nothing',
};

/** What was compared with what, and what differs. */
export function outputWords(m: Measurement): string {
  const { verification: v } = m;
  const how = `${verdictOf(m)}; ${formatCount(v.words)} words compared with ${METHODS[v.method]}`;
  const rounding = v.sensitive ? [`${formatCount(v.sensitive)} more depend on rounding`] : [];
  const wrong = v.firstMismatch ? [v.firstMismatch] : [];
  return [how, ...wrong, ...rounding, ...v.unverified].join('; ');
}
