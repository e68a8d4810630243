// What a tuning run found, as JSON: the contract of `tune --format json`. Fields may be added, never renamed.

import type { Configuration, Point, Space } from '../space/space.ts';
import type { Finding } from '../tune/tuner.ts';
import type { TuningReport } from './tuning-text.ts';

export function tuningDocument(report: TuningReport): object {
  const { space, objective, result, confirmation } = report;
  const finding = ({ point, evaluation, value, technique }: Finding) => ({
    configuration: configurationOf(space, point),
    timeNs: evaluation.timeNs,
    ...(objective.isTime ? {} : { value }),
    ...(evaluation.quality === undefined ? {} : { quality: evaluation.quality }),
    technique,
  });
  return {
    schema: 'kernelcast/tuning@1',
    name: report.name,
    device: report.device,
    isPredicted: report.isModel,
    objective: { text: objective.text, goal: objective.goal },
    isFaster: confirmation.isCertain,
    gain: confirmation.gain,
    winner: finding(confirmation.winner),
    base: finding(confirmation.base),
    trials: result.trials,
    configurations: report.points,
    failed: Object.fromEntries(result.failed),
    reused: result.reused,
    seconds: result.seconds,
    end: result.end,
    modelEvaluations: report.modelEvaluations,
    rejected: confirmation.rejected.map(({ point, message }) => ({
      configuration: configurationOf(space, point),
      message,
    })),
    importances: report.importances.map(({ parameters, without: _, ...rest }) => ({
      names: parameters.map((parameter) => space.parameters[parameter].name),
      ...rest,
    })),
    ...(report.why
      ? {
          why: {
            timeNs: report.why.timeNs,
            baseNs: report.why.against.timeNs,
            parts: report.why.against.parts,
          },
        }
      : {}),
    techniques: result.techniques,
    ...(report.saturation ? { saturation: report.saturation } : {}),
    requiredLimits: report.requiredLimits,
    notes: report.notes,
    ...(report.written ? { written: report.written } : {}),
  };
}

function configurationOf({ parameters }: Space, point: Point): Configuration {
  return Object.fromEntries(parameters.map(({ name, values }, i) => [name, values[point[i]]]));
}
