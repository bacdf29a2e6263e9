import { durationText, percentText } from './number-format.ts';

const WORDS: Readonly<Record<string, string>> = {
  payments_succeeded: 'payments that succeeded',
  payments_indeterminate: 'payments without an answer',
  dropped: 'starts that found no free place',
  payment_duration: 'service time',
  payment_response_time: 'response time',
};

/** A figure of a load that is compared with an earlier one, as people say it: `response time of 95 %`. */
export function baselineName(metric: string): string {
  const [, name = metric, percent] = /^(.*) p\((.*)\)$/.exec(metric) ?? [];
  const words = WORDS[name] ?? name;
  return percent === undefined ? words : `${words} of ${percent} %`;
}

/** Its value with its unit. */
export function baselineValue(metric: string, value: number | undefined): string {
  if (value === undefined) return 'no sample';
  return metric.includes(' p(') ? durationText(value) : percentText(value);
}
