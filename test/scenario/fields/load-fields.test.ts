import { expect, it } from 'vitest';
import { scenarioFrom } from '../../jobs/scenario-text.ts';

const SCENARIO = `question: What must hold?
seed: 7
network: {topology: {line: {nodes: 2}}}
`;

it('reads thresholds as k6 does: a text, or what it does when it fails, with milliseconds as a bare number', () => {
  const { load } = scenarioFrom(`${SCENARIO}load:
  thresholds:
    payment_duration: p(95)<500
    payments_succeeded: [rate>0.9, {threshold: rate>0.5, abortOnFail: true, delayAbortEval: 2000}]
    dropped: {threshold: count<1, delayAbortEval: 10s}
`);
  expect(load?.thresholds).toEqual([
    { metric: 'payment_duration', condition: 'p(95)<500', abortOnFail: false, delayAbortEvalMs: 0 },
    { metric: 'payments_succeeded', condition: 'rate>0.9', abortOnFail: false, delayAbortEvalMs: 0 },
    { metric: 'payments_succeeded', condition: 'rate>0.5', abortOnFail: true, delayAbortEvalMs: 2000 },
    { metric: 'dropped', condition: 'count<1', abortOnFail: false, delayAbortEvalMs: 10_000 },
  ]);
});
