import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { afterAll, bench, describe } from 'vitest';
import { LIGHTNING_FILE } from './bench-network.ts';
import { CLI } from './load-stub.ts';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const LIMITS = { megabytes: 5, openMs: 2000 };

// Without a file at hand, a scale-free network of the same size.
const network = existsSync(LIGHTNING_FILE)
  ? `{snapshot: {file: ${LIGHTNING_FILE}}}`
  : '{scale-free: {nodes: 5_600, channelsPerNode: 6}}';

const SCENARIO = `question: how fast does the page of a large run open?
seed: 3
network: {topology: ${network}, capacity: {lognormal: {median: 120_000, sigma: 0.9}}, fees: {proportionalPpm: 100}}
traffic:
  - name: all
    arrivals: {poisson: {perSecond: 1000}}
    count: 100_000
    amounts: {lognormal: {median: 5_000, sigma: 0.9}}
`;

describe.skipIf(!existsSync(CHROMIUM))('the page of 100,000 payments on 5,600 nodes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-bench-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  bench(
    'opens',
    // An async function by name: another kind is run once more to see what it returns.
    async () => {
      writeFileSync(join(folder, 'large.yaml'), SCENARIO);
      const flags = ['--out', folder, '--traces', 'all', '--no-progress'];
      execFileSync(process.execPath, [CLI, 'simulate', join(folder, 'large.yaml'), ...flags]);
      const file = join(folder, 'large/seed-3/report.html');
      tell('page', statSync(file).size / 1e6, 'MB', LIMITS.megabytes);
      const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
      try {
        const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
        tell('tables shown after', await opened(page, file), 'ms', LIMITS.openMs);
      } finally {
        await browser.close();
      }
    },
    { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 },
  );
});

async function opened(page: Page, file: string): Promise<number> {
  const startedMs = performance.now();
  await page.goto(pathToFileURL(file).href, { waitUntil: 'commit' });
  await page.waitForSelector('#operations-table-filter');
  await nextFrame(page);
  return performance.now() - startedMs;
}

function nextFrame(page: Page): Promise<unknown> {
  return page.evaluate('new Promise(requestAnimationFrame)');
}

function tell(what: string, measured: number, unit: string, limit: number): void {
  process.stdout.write(`${what} ${measured.toFixed(1)} ${unit} (aim ${limit})\n`);
}
