import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bench, describe } from 'vitest';
import { runLoad } from './load-run.ts';
import { BODY, K6, type StubTarget, withStub } from './load-stub.ts';
import { median } from './median.ts';

// What a payment costs the client, in CPU time: wrk, autocannon, k6 and Millrace with parsing, checking and
// recording on, one after the other against the same stub, three times over. Wall rates would measure the machine.
const ROUNDS = 3;
const PAYMENTS = 200_000;
const IN_FLIGHT = 100;

/** Microseconds of CPU per payment; undefined: not on this machine. */
type Client = (target: StubTarget) => number | undefined;

const CLIENTS: Readonly<Record<string, Client>> = {
  wrk({ folder, url }) {
    const script = join(folder, 'post.lua');
    writeFileSync(
      script,
      `wrk.method = "POST"\nwrk.body = '${BODY}'\nwrk.headers["Content-Type"] = "application/json"\n`,
    );
    const run = timed('wrk', ['-t1', `-c${IN_FLIGHT}`, '-d3s', '-s', script, url]);
    return run && perRequest(run, /(\d+) requests in/);
  },
  autocannon({ url }) {
    const options = ['-c', String(IN_FLIGHT), '-a', String(PAYMENTS), '-m', 'POST', '-b', BODY, '-j'];
    const run = timed('autocannon', [...options, '-H', 'content-type: application/json', url]);
    return run && perRequest(run, /"2xx":(\d+)/);
  },
  k6({ folder, url }) {
    if (!existsSync(K6)) return undefined;
    const script = join(folder, 'post.js');
    writeFileSync(
      script,
      `import http from 'k6/http';\nexport const options = { vus: ${IN_FLIGHT}, iterations: ${PAYMENTS / 4} };\n` +
        `const params = { headers: { 'content-type': 'application/json' } };\n` +
        `export default () => { http.post('${url}', '${BODY}', params).json(); };\n`,
    );
    const run = timed(K6, ['run', '--no-usage-report', '--quiet', script]);
    return run && perRequest(run, /http_reqs[ .:]*(\d+)/);
  },
  millrace(target) {
    const flags = ['--vus', String(IN_FLIGHT), '--iterations', String(PAYMENTS)];
    const { driver, aggregate } = runLoad(target, flags);
    return (driver.cpuMs * 1000) / aggregate.counts.succeeded;
  },
};

describe('CPU per payment', () => {
  // An async function by name: another kind is run once more to see what it returns.
  bench(
    `${ROUNDS} interleaved rounds`,
    async () => {
      await withStub(['--forget'], (target) => show(measure(target)));
    },
    {
      iterations: 1,
      time: 0,
      warmupIterations: 0,
      warmupTime: 0,
    },
  );
});

function measure(target: StubTarget): ReadonlyMap<string, readonly number[]> {
  const costs = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, client] of Object.entries(CLIENTS)) {
      const cost = client(target);
      if (cost !== undefined) costs.set(name, [...(costs.get(name) ?? []), cost]);
    }
  return costs;
}

function show(costs: ReadonlyMap<string, readonly number[]>): void {
  const wrk = median(costs.get('wrk') ?? []);
  for (const name of Object.keys(CLIENTS)) {
    const all = costs.get(name);
    if (all === undefined) process.stdout.write(`${name.padEnd(11)} not on this machine\n`);
    else {
      const times = (median(all) / wrk).toFixed(2);
      const single = all.map(short).join(', ');
      process.stdout.write(
        `${name.padEnd(11)} ${median(all).toFixed(1)} µs, ${times} times wrk (${single})\n`,
      );
    }
  }
}

function short(microseconds: number): string {
  return microseconds.toFixed(1);
}

interface TimedRun {
  readonly cpuMicroseconds: number;
  readonly output: string;
}

// The shell's own `time` counts what the child used, which Node cannot ask for.
function timed(command: string, args: readonly string[]): TimedRun | undefined {
  const quoted = [command, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  const { stdout, stderr, status } = spawnSync('bash', ['-c', `TIMEFORMAT='cpu %U %S'; time ${quoted}`], {
    encoding: 'utf8',
  });
  if (status === 127) return undefined;
  const [, user, system] = /cpu ([\d.]+) ([\d.]+)/.exec(stderr) ?? [];
  return { cpuMicroseconds: (Number(user) + Number(system)) * 1e6, output: stdout + stderr };
}

function perRequest({ cpuMicroseconds, output }: TimedRun, pattern: RegExp): number {
  const count = Number(pattern.exec(output)?.[1]);
  if (!(count > 0)) throw new Error(`no request count in: ${output.slice(0, 500)}`);
  return cpuMicroseconds / count;
}
