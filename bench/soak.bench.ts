import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { bench, describe } from 'vitest';
import { CLI, type StubTarget, withStub } from './load-stub.ts';

// What a day of 116 payments a second comes to. Takes some minutes.
const PAYMENTS = 10_000_000;
const IN_FLIGHT = 100;
const LOOK_EVERY_MS = 250;
const CHROMIUM = '/usr/bin/chromium';

describe('a soak', () => {
  bench(
    `${PAYMENTS} payments`,
    // An async function by name: another kind is run once more to see what it returns.
    async () => {
      await withStub(['--forget'], async (target) => {
        const { run, peakMegabytes } = await soak(target);
        const { driver, aggregate } = JSON.parse(readFileSync(join(run, 'load.json'), 'utf8')) as {
          readonly driver: { readonly peakMemoryBytes: number };
          readonly aggregate: { readonly counts: { readonly payments: number; readonly succeeded: number } };
        };
        const { payments, succeeded } = aggregate.counts;
        tell(`payments ${payments}, succeeded ${succeeded}`);
        tell(
          `memory at most ${peakMegabytes} MB, ${(driver.peakMemoryBytes / 1e6).toFixed(1)} MB while driving`,
        );
        await open(join(run, 'report.html'));
      });
    },
    { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 },
  );
});

/** The kernel's own high-water mark of the whole command, reports included. */
async function soak({ folder, scenario, nodes }: StubTarget): Promise<{
  readonly run: string;
  readonly peakMegabytes: string;
}> {
  const out = mkdtempSync(join(folder, 'out-'));
  const flags = ['--vus', String(IN_FLIGHT), '--iterations', String(PAYMENTS), '--no-progress'];
  const args = [CLI, 'load', scenario, '--nodes', nodes, '--out', out, ...flags];
  const load = spawn(process.execPath, args, { stdio: 'ignore' });
  let peakKilobytes = Number.NaN;
  const looks = setInterval(() => {
    const status = `/proc/${load.pid}/status`;
    const found = existsSync(status)
      ? /VmHWM:\s*(\d+) kB/.exec(readFileSync(status, 'utf8'))?.[1]
      : undefined;
    if (found !== undefined) peakKilobytes = Number(found);
  }, LOOK_EVERY_MS);
  await new Promise((resolve) => load.once('close', resolve));
  clearInterval(looks);
  const runs = join(out, 'stub');
  const [run = ''] = readdirSync(runs);
  return { run: join(runs, run), peakMegabytes: ((peakKilobytes * 1024) / 1e6).toFixed(1) };
}

async function open(page: string): Promise<void> {
  const size = `${(statSync(page).size / 1e6).toFixed(2)} MB`;
  if (!existsSync(CHROMIUM)) {
    tell(`report ${size}; no ${CHROMIUM} to open it`);
    return;
  }
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const tab = await browser.newPage();
    const startedMs = performance.now();
    await tab.goto(pathToFileURL(page).href, { waitUntil: 'load' });
    tell(`report ${size}, opened in ${(performance.now() - startedMs).toFixed(0)} ms`);
  } finally {
    await browser.close();
  }
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}
