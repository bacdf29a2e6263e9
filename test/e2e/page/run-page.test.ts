import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { simulate } from '../../../src/jobs/simulate.ts';
import type { Run } from '../../../src/model/run/run.ts';
import { htmlReport } from '../../../src/report/sections/run-document.ts';
import { scenarioFrom } from '../../jobs/scenario-text.ts';
import { CHROMIUM, expectSound, type FilePage, filePage, HAS_CHROMIUM, PAGE_FAULTS } from './browser-page.ts';
import { newFolder } from '../../new-folder.ts';

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

describe.skipIf(!HAS_CHROMIUM)(
  `the page of a run in a browser (skipped without ${CHROMIUM}: apt-get install chromium, or set CHROMIUM)`,
  () => {
    const file = join(newFolder('millrace-run-page'), 'report.html');
    const complaints: string[] = [];
    let report: FilePage;
    let run: Run;

    beforeAll(async () => {
      run = await simulate({ scenario: scenarioFrom(SCENARIO) });
      writeFileSync(file, htmlReport(run));
      report = await filePage(file, complaints);
    });

    afterAll(() => report.close());

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
    });

    it('tells when a channel ran dry and what drained it, with the balance of that moment', async () => {
      const page = await opened('#channel=hub-spoke1&t=3s');
      const story = page.locator('#story');
      expect(await story.textContent()).toMatch(/hub’s end was depleted/);
      expect(await story.textContent()).toMatch(/What drained it: .* by 4 pairs/);
      const key = 'TOK:1';
      let balance = 1_000n / 2n;
      for (const { trace } of run.records)
        for (const { channel, payer, amount, settled, unlockedAtMs } of trace?.hops ?? [])
          if (channel === key && settled && (unlockedAtMs as number) <= 3000)
            balance += payer === 'hub' ? -amount : amount;
      const row = story.locator('tbody tr', { hasText: 'hub' }).first();
      expect((await row.locator('td').nth(1).textContent())?.replaceAll(',', '')).toBe(`${balance} TOK`);
      expect(complaints).toEqual([]);
    });

    it('leads from where payments failed to the story of that channel', async () => {
      const page = await opened();
      const link = page.locator('#places tbody a').nth(1);
      const channel = await link.textContent();
      await link.click();
      expect(await page.locator('#story h2').textContent()).toBe(`Channel ${channel}`);
    });

    it('sorts tables by any column, and finds rows that have every word', async () => {
      const page = await opened();
      const operations = page.locator('#operations-table');
      await operations.getByRole('button', { name: '#' }).click();
      await operations.getByRole('button', { name: '#' }).click();
      const last = Math.max(...run.records.map(({ operation }) => operation.id));
      expect(await operations.locator('tbody th').first().textContent()).toBe(String(last));
      expect(await operations.locator('th').first().getAttribute('aria-sort')).toBe('descending');
      await page.locator('#operations-place').getByLabel('Find').fill('spoke3 pays spoke1 hub');
      const texts = await operations.locator('tbody tr').allTextContents();
      expect(texts.length).toBeGreaterThan(0);
      for (const text of texts) expect(text).toMatch(/spoke3 pays spoke1.*hub/);
      const failures = run.records.filter(({ outcome }) => outcome.kind === 'failed').length;
      await page.locator('#operations-place').getByLabel('Find').fill('failed:');
      expect(await operations.locator('caption').textContent()).toContain(`of ${failures} that match`);
      await page.locator('#operations-place').getByLabel('Find').fill('');
      await page.getByLabel('Failed only').check();
      expect(await operations.locator('caption').textContent()).toContain(`of ${failures} that match`);
      expect(complaints).toEqual([]);
    });

    it('opens stories from the map by mouse and keyboard, and marks what the story is about', async () => {
      const page = await opened();
      const nodes = page.locator('#network .node');
      await nodes.first().focus();
      await page.keyboard.press('Enter');
      const name = /^(\S+):/.exec((await nodes.first().getAttribute('aria-label')) ?? '')?.[1];
      expect(await page.locator('#story h2').textContent()).toBe(`Node ${name}`);
      expect(await nodes.first().getAttribute('class')).toContain('marked');
      await page.keyboard.press('Escape');
      expect(await page.locator('#network .marked').count()).toBe(0);
      await page.locator('#network [data-story] line').last().dispatchEvent('click');
      await page.locator('#story h2', { hasText: 'Channel ' }).waitFor();
      expect(await page.locator('#network .channel.marked').count()).toBe(1);
      expect(complaints).toEqual([]);
    });

    it.each([1400, 400])('is sound with an open story at %i pixels, in light and dark', async (width) => {
      const page = await opened('#channel=hub-spoke1&t=3s', width);
      await expectSound(page);
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
    });

    async function opened(hash = '', width = 1400): Promise<Page> {
      const page = await report.open({ hash, width });
      await page.locator('#operations-table-filter').waitFor();
      return page;
    }
  },
);
