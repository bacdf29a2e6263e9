import { InputError } from '../../errors.ts';
import { isLoadMetricName, LOAD_METRICS } from '../../model/load/load-metric-names.ts';
import type { ThresholdSpec } from '../../model/scenario/load-spec.ts';
import { thresholdFault } from '../../model/scenario/threshold.ts';

const MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 };

/**
 * Reads what a sustained rate must keep: `p(99)<2s, outcome_as_expected>0.99`. A percentile alone is one of the
 * response time; a metric that is a share needs no `rate`; `payment_duration p(95)<500` names another metric.
 */
export function parseCapacityConditions(text: string): readonly ThresholdSpec[] {
  return text.split(',').map((piece) => conditionOf(piece.trim()));
}

function conditionOf(text: string): ThresholdSpec {
  const [, named, rest = text] = /^([a-z_]+(?=[\s:<>=!]))[\s:]*(.*)$/.exec(text) ?? [];
  const metric = named !== undefined && isLoadMetricName(named) ? named : 'payment_response_time';
  const asWritten = metric === named ? rest : text;
  const bare = /^(<=|>=|==|!=|<|>)/.test(asWritten);
  const kind = LOAD_METRICS[metric].kind;
  const condition = withoutUnit(bare ? `${kind === 'counter' ? 'count' : 'rate'}${asWritten}` : asWritten);
  const fault = thresholdFault(metric, condition);
  if (fault === undefined) return { metric, condition, abortOnFail: false, delayAbortEvalMs: 0 };
  throw new InputError({
    message: `--find-capacity '${text}': expected ${fault}`,
    hint: `Such as 'p(99)<2s, payments_succeeded>0.99'. Metrics: ${Object.keys(LOAD_METRICS).join(', ')}.`,
  });
}

function withoutUnit(condition: string): string {
  return condition.replace(/(\d+(?:\.\d+)?)\s*(ms|s|m)$/, (_, number: string, unit: string) =>
    String(Number(number) * (MS[unit] as number)),
  );
}
