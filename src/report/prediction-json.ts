// Predictions for programs: an array, or one object per line. The keys are the contract of
// `src/predict/prediction.ts`; nothing is rounded.

import type { Prediction } from '../predict/prediction.ts';

export function predictionJsonLine(prediction: Prediction): string {
  return `${JSON.stringify(prediction)}\n`;
}

export function predictionJson(predictions: readonly Prediction[]): string {
  return `${JSON.stringify(predictions, null, 2)}\n`;
}
