import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Millrace as built. */
export const CLI = join(ROOT, 'dist/cli/main.js');
/** k6 as `npm run k6:build` leaves it; it may not be there. */
export const K6 = join(ROOT, 'tools/k6/bin/k6');
/** What every client posts. */
export const BODY = '{"amount":"10","identifier":"12345678901234567"}';

const SCENARIO = `question: what does the driver show of its target?
seed: 7
tokens: [{name: TOK, balancePerNode: 1_000_000_000_000_000}]
network:
  topology: {channels: [{between: [a, b], deposits: [1_000_000_000_000, 1_000_000_000_000]}]}
traffic:
  - {arrivals: {constant: {perSecond: 1}}, count: 1, amounts: 1}
`;

/** Two nodes that answer, and what it takes to load them. */
export interface StubTarget {
  /** For what clients need and leave. */
  readonly folder: string;
  /** Where a payment is posted to. */
  readonly url: string;
  readonly scenario: string;
  readonly nodes: string;
}

/** Starts the stub with these options in a process of its own, and ends it afterwards. */
export async function withStub<T>(
  options: readonly string[],
  use: (target: StubTarget) => T | Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-bench-'));
  const script = join(ROOT, 'test/fixtures/stub-node.mjs');
  const stub = spawn(process.execPath, [script, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = (await once(stub.stdout, 'data')) as [Buffer];
    const { a, b, token, target } = JSON.parse(line.toString()) as Record<string, string>;
    const scenario = join(folder, 'stub.yaml');
    const nodes = join(folder, 'nodes.yaml');
    writeFileSync(scenario, SCENARIO);
    writeFileSync(nodes, `a: ${a}\nb: ${b}\n`);
    return await use({ folder, url: `${a}/api/v1/payments/${token}/${target}`, scenario, nodes });
  } finally {
    stub.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}
