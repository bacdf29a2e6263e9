import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderWith, type RunningCli, startCli } from '../../e2e/built-cli.ts';
import { CHROMIUM, HAS_CHROMIUM, launchChromium } from '../../e2e/page/browser-page.ts';

const SCENARIO = `question: Does a line carry a load?
seed: 7
network:
  topology: {line: {nodes: 3}}
  capacity: 1000000
protocol: {blockTime: 20ms, hopLatency: 1ms}
traffic:
  - name: everyone
    arrivals: {constant: {perSecond: 20}}
    count: 20
    amounts: {fixed: 1}
`;

describe.skipIf(!HAS_CHROMIUM)(`a live page in a browser (skipped without ${CHROMIUM})`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  async function watched(cli: RunningCli) {
    const said = await cli.until(/Watch it at \S+/);
    const url = /Watch it at (\S+)/.exec(said)?.[1] ?? '';
    const complaints: string[] = [];
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (asked) => {
      if (!asked.url().startsWith(url)) complaints.push(`request: ${asked.url()}`);
    });
    await page.goto(url);
    return { page, complaints };
  }

  const load = (...words: readonly string[]): RunningCli =>
    startCli(['load', 'line.yaml', '--sandbox', '--rate', '20', '--watch', '--no-open', ...words], {
      folder: folderWith({ 'line.yaml': SCENARIO }),
    });

  it.concurrent('grows while a load runs, and becomes its report at the end', async () => {
    const cli = load('--duration', '3');
    const { page, complaints } = await watched(cli);
    await page.getByText('running').waitFor();
    await page.getByText(/% done, .* so far/).waitFor();
    await page
      .getByText(/\d+ of \d+; 0 failed/)
      .first()
      .waitFor();
    await page.getByText('It has ended; this page no longer changes.').waitFor();
    const times = page.getByText('Half of the payments that succeeded took at most').first();
    expect(await times.isVisible()).toBe(true);
    expect(await page.getByRole('button', { name: 'Stop' }).isVisible()).toBe(false);
    expect((await cli.result).code).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it.concurrent('stops a load as Ctrl-C does, and keeps what has run', async () => {
    const cli = load('--duration', '600');
    const { page, complaints } = await watched(cli);
    await page
      .getByText(/[1-9]\d* of \d+; 0 failed/)
      .first()
      .waitFor();
    await page.getByText(/% done, .* so far, about .* left/).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    const { code, stdout } = await cli.result;
    expect(code).toBe(130);
    expect(stdout).toMatch(/Report {2}.*report\.html/);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
