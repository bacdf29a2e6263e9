import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { simulate } from '../../../src/jobs/simulate.ts';
import type { Run } from '../../../src/model/run/run.ts';
import { htmlReport } from '../../../src/report/run-document.ts';
import { scenarioFrom } from '../../jobs/scenario-text.ts';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const PAGE_FAULTS = readFileSync(new URL('../page-faults.js', import.meta.url), 'utf8');

const SCENARIO = `
question: When does the hub run dry?
seed: 4
network: {topology: {star: {spokes: 5}}, capacity: 1_000, fees: {flat: 1}}
protocol: {blockTime: 1s, hopLatency: {fixed: 50ms}}
traffic:
  - name: shop
    arrivals: {constant: {perSecond: 4}}
    duration: 10s
    amounts: {uniform: {min: 20, max: 120}}
    pairs: {uniform: {from: [spoke2, spoke3, spoke4, spoke5], to: [spoke1]}}
steps:
  - wait: 2s
  - stop: spoke5
  - wait: 2s
  - start: spoke5
`;

describe.skipIf(!existsSync(CHROMIUM))(
  `the page of a run in a browser (skipped without ${CHROMIUM}: apt-get install chromium, or set CHROMIUM)`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'millrace-run-page-'));
    const file = join(folder, 'report.html');
    const complaints: string[] = [];
    let browser: Browser;
    let run: Run;

    beforeAll(async () => {
      browser = await chromium.launch({
        executablePath: CHROMIUM,
        args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
      });
      run = await simulate({ scenario: scenarioFrom(SCENARIO) });
      writeFileSync(file, htmlReport(run));
    });

    afterAll(async () => {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    });

    it('tells the story of a payment from its failed row to the hop that failed, and by its link again', async () => {
      const page = await opened();
      const failed = run.records.find(({ trace }) => trace?.failure?.channel !== undefined);
      const { id } = failed?.operation ?? {};
      await page.locator('#operations-place').getByLabel('Find').fill(`${failed?.trace?.failure?.at}`);
      await page
        .locator('#operations-table')
        .getByRole('link', { name: String(id), exact: true })
        .click();
      const story = page.locator('#story');
      expect(await story.getByRole('heading', { level: 2 }).textContent()).toBe(`Payment ${id}`);
      expect(await story.locator('table').first().textContent()).toContain('ended here');
      expect(new URL(page.url()).hash).toBe(`#payment=${id}`);
      const again = await opened(new URL(page.url()).hash);
      expect(await again.locator('#story h2').textContent()).toBe(`Payment ${id}`);
      await again.keyboard.press('Escape');
      expect(await again.locator('#story').isHidden()).toBe(true);
      await again.close();
      await page.close();
      expect(complaints).toEqual([]);
    });

    it('tells what a payment cost beyond its amount, and where that went', async () => {
      const paid = run.records.find(
        ({ trace, outcome }) => trace?.hops.length === 2 && outcome.kind === 'succeeded',
      );
      if (paid?.operation.kind !== 'pay') throw new Error('No payment over two hops succeeded.');
      const { id, amount } = paid.operation;
      const [first, last] = (paid.trace?.hops ?? []).map((hop) => hop.amount) as [bigint, bigint];
      const page = await opened(`#payment=${id}`);
      const arrived =
        last === amount ? '' : `: mediators kept ${first - last} TOK, ${last - amount} TOK arrived`;
      expect(await page.locator('#story').textContent()).toContain(
        `Paid beyond the amount${first - amount} TOK${arrived}`,
      );
      await page.close();
    });

    it('tells when a channel ran dry and what drained it, with the balance of that moment', async () => {
      const page = await opened('#channel=hub-spoke1&t=3s');
      const story = page.locator('#story');
      expect(await story.textContent()).toMatch(/hub’s end ran dry/);
      expect(await story.textContent()).toMatch(/What drained it: .* by 4 pairs/);
      const key = 'TOK:1';
      let balance = 1_000n / 2n;
      for (const { trace } of run.records)
        for (const { channel, payer, amount, settled, unlockedAtMs } of trace?.hops ?? [])
          if (channel === key && settled && (unlockedAtMs as number) <= 3000)
            balance += payer === 'hub' ? -amount : amount;
      const row = story.locator('tbody tr', { hasText: 'hub' }).first();
      expect((await row.locator('td').nth(2).textContent())?.replaceAll(',', '')).toBe(`${balance} TOK`);
      await page.close();
      expect(complaints).toEqual([]);
    });

    it('leads from where payments failed to the story of that channel', async () => {
      const page = await opened();
      const link = page.locator('#places tbody a').nth(1);
      const channel = await link.textContent();
      await link.click();
      expect(await page.locator('#story h2').textContent()).toBe(`Channel ${channel}`);
      await page.close();
    });

    it('sorts tables by any column and saves what is shown as CSV', async () => {
      const page = await opened();
      const operations = page.locator('#operations-table');
      await operations.getByRole('button', { name: '#' }).click();
      await operations.getByRole('button', { name: '#' }).click();
      const last = Math.max(...run.records.map(({ operation }) => operation.id));
      expect(await operations.locator('tbody td').first().textContent()).toBe(String(last));
      expect(await operations.locator('th').first().getAttribute('aria-sort')).toBe('descending');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save as CSV' }).first().click(),
      ]);
      expect(download.suggestedFilename()).toBe('operations.csv');
      const lines = readFileSync(await download.path(), 'utf8').split('\r\n');
      expect(lines[0]).toMatch(/^#,Start,Took,Operation,/);
      expect(lines).toHaveLength(run.records.length + 2);
      expect(lines[1]).toMatch(new RegExp(`^${last},`));
      await page.close();
    });

    it('replays balances on the map: the slider tells of a moment, and a node that is looked for its balance then', async () => {
      const page = await opened();
      const slider = page.getByLabel('Moment of the run');
      await slider.focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('PageUp');
      const moment = (await page.locator('#explorer output').textContent()) ?? '';
      expect(moment).toMatch(/^At \d+\.\d+ s: \d+ transfers in flight\. All channels are equally thick\.$/);
      await page.getByLabel('Go to').fill('hub');
      await page.getByLabel('Go to').press('Enter');
      await page.locator('#story h2', { hasText: 'Node hub' }).waitFor();
      const atMs = Number(/t=([\d.]+)s/.exec(page.url())?.[1]) * 1000;
      let balance = 500n;
      for (const { trace } of run.records)
        for (const { channel, payer, amount, settled, unlockedAtMs } of trace?.hops ?? [])
          if (channel === 'TOK:1' && settled && (unlockedAtMs as number) <= atMs)
            balance += payer === 'hub' ? -amount : amount;
      const row = page.locator('#story tbody tr', { hasText: 'spoke1' });
      expect(await row.locator('td').nth(2).textContent()).toBe(`${balance} TOK`);
      await page.close();
      expect(complaints).toEqual([]);
    });

    it('moves and zooms the map by keys and buttons, and keeps a node pinned beside other stories', async () => {
      const page = await opened('#node=hub&t=3s');
      await page.getByRole('button', { name: 'Pin hub' }).click();
      await page.keyboard.press('Escape');
      expect(await page.getByRole('button', { name: 'Unpin hub' }).isVisible()).toBe(true);
      const map = page.locator('.map');
      await map.focus();
      const seen = async (): Promise<string> => (await map.screenshot()).toString('base64');
      const before = await seen();
      const scrolled = await page.evaluate('scrollY');
      await page.keyboard.press('ArrowDown');
      await expect.poll(seen).not.toBe(before);
      expect(await page.evaluate('scrollY')).toBe(scrolled);
      const moved = await seen();
      await page.getByRole('button', { name: 'Zoom in' }).click();
      await expect.poll(seen).not.toBe(moved);
      await page.getByLabel('Nodes by').selectOption('what they earned');
      await page.close();
      expect(complaints).toEqual([]);
    });

    it.each([1400, 400])('is sound with an open story at %i pixels, in light and dark', async (width) => {
      const page = await opened('#node=hub&t=3s', width);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await page.evaluate(PAGE_FAULTS)).toEqual({
          tooWide: [],
          overlappingTexts: [],
          emptyCharts: [],
          paleTexts: [],
        });
      }
      await page.close();
      expect(complaints).toEqual([]);
    });

    it('draws the charts of stories in the colours of a theme that is chosen while they are open', async () => {
      const page = await opened();
      await page.goto(`${pathToFileURL(file).href}#channel=hub-spoke1`);
      await page.locator('.chart canvas').first().waitFor();
      const light = await inksOf(page, 'muted');
      await page.locator('#theme').press('Enter');
      await page.locator('#theme').press('Enter');
      expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
      await page.waitForFunction(
        'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true))))',
      );
      const dark = await inksOf(page, 'muted');
      expect(light.colour).not.toBe(dark.colour);
      expect(light.drawn).toContain(light.colour);
      expect(dark.drawn).toContain(dark.colour);
      expect(dark.drawn).not.toContain(light.colour);
      await page.close();
      expect(complaints).toEqual([]);
    });

    it('is no wider than a sheet where it is printed', async () => {
      const page = await opened('', 718);
      await page.emulateMedia({ media: 'print' });
      expect(await page.evaluate(PAGE_FAULTS)).toMatchObject({ tooWide: [], overlappingTexts: [] });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(718);
      // Folded tables are made when they are opened, or printed.
      expect(await page.locator('#channels-table').count()).toBe(0);
      await page.pdf();
      expect(await page.locator('#channels-table tbody tr').count()).toBe(5);
      await page.close();
    });

    async function opened(hash = '', width = 1400): Promise<Page> {
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: 'light' });
      page.on('console', (message) => {
        // The driver that draws without a graphics card says that finding what is under the pointer is slow.
        if (!message.text().includes('GPU stall due to ReadPixels'))
          complaints.push(`console: ${message.text()}`);
      });
      page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
      page.on('request', (request) => {
        const url = request.url();
        if (!url.startsWith(pathToFileURL(file).href) && !url.startsWith('blob:'))
          complaints.push(`request: ${url}`);
      });
      await page.goto(`${pathToFileURL(file).href}${hash}`);
      await page.locator('#operations-table-filter').waitFor();
      await page.locator('.map canvas').first().waitFor();
      return page;
    }
  },
);

/** A colour of the theme as the browser computes it, and every opaque colour of the chart that is open. */
async function inksOf(
  page: Page,
  name: string,
): Promise<{ readonly colour: string; readonly drawn: readonly string[] }> {
  return (await page.evaluate(`(() => {
    const place = document.querySelector('.chart');
    const probe = place.appendChild(document.createElement('i'));
    probe.style.color = 'var(--${name})';
    const colour = getComputedStyle(probe).color;
    probe.remove();
    const canvas = place.querySelector('canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const drawn = new Set();
    for (let at = 0; at < data.length; at += 4)
      if (data[at + 3] === 255) drawn.add('rgb(' + data[at] + ', ' + data[at + 1] + ', ' + data[at + 2] + ')');
    return { colour, drawn: [...drawn] };
  })()`)) as { readonly colour: string; readonly drawn: readonly string[] };
}
