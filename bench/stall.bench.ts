import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bench, describe } from 'vitest';
import type { LatencyHistogram } from '../src/statistics/latency-histogram.ts';
import { runLoad } from './load-run.ts';
import { BODY, K6, type StubTarget, withStub } from './load-stub.ts';

// A target that stands still for one second in ten, under 200 payments a second for 20 s: of all payments due, one in
// ten waits, one in a hundred for more than 900 ms. Whoever waits for answers before it sends does not see that.
const RATE = 200;
const SECONDS = 20;
const STALL = ['--stall', '1000', '--every', '10000'];
const FEW_VUS = 10;

type Percentiles = Readonly<Record<'p50' | 'p95' | 'p99', number>>;

describe('what a stall of 1 s in 10 s looks like', () => {
  bench(
    `${RATE} payments/s for ${SECONDS} s`,
    async () => {
      const k6 = existsSync(K6) ? await withStub(STALL, underK6) : undefined;
      show(`k6, ${FEW_VUS} VUs`, k6);
      const ours = await withStub(STALL, underMillrace);
      show('millrace, response', ours.response);
      show('millrace, service', ours.service);
    },
    { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 },
  );
});

function underK6({ folder, url }: StubTarget): Percentiles {
  const script = join(folder, 'stall.js');
  const summary = join(folder, 'summary.json');
  const executor = `executor: 'constant-arrival-rate', rate: ${RATE}, duration: '${SECONDS}s'`;
  writeFileSync(
    script,
    `import http from 'k6/http';
export const options = {
  scenarios: { open: { ${executor}, preAllocatedVUs: ${FEW_VUS}, maxVUs: ${FEW_VUS} } },
  summaryTrendStats: ['p(50)', 'p(95)', 'p(99)'],
};
const params = { headers: { 'content-type': 'application/json' } };
export default () => { http.post('${url}', '${BODY}', params); };
export const handleSummary = (data) => ({ '${summary}': JSON.stringify(data.metrics.http_req_duration.values) });
`,
  );
  spawnSync(K6, ['run', '--no-usage-report', '--quiet', script]);
  const values = JSON.parse(readFileSync(summary, 'utf8')) as Record<string, number>;
  return {
    p50: values['p(50)'] ?? Number.NaN,
    p95: values['p(95)'] ?? Number.NaN,
    p99: values['p(99)'] ?? Number.NaN,
  };
}

function underMillrace(target: StubTarget): {
  readonly response: Percentiles;
  readonly service: Percentiles;
} {
  const { aggregate } = runLoad(target, ['--rate', String(RATE), '--duration', String(SECONDS)]);
  return { response: percentilesOf(aggregate.response), service: percentilesOf(aggregate.service) };
}

function percentilesOf(histogram: LatencyHistogram): Percentiles {
  return {
    p50: histogram.percentileMs(50),
    p95: histogram.percentileMs(95),
    p99: histogram.percentileMs(99),
  };
}

function show(who: string, found: Percentiles | undefined): void {
  const texts = found && Object.entries(found).map(([name, ms]) => `${name} ${ms.toFixed(1)} ms`.padEnd(16));
  process.stdout.write(`${who.padEnd(20)} ${texts?.join(' ') ?? 'not on this machine'}\n`);
}
