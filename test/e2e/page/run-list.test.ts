import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeEntry, writeRunIndex } from '../../../src/cli/run-folder/run-index.ts';
import { runEntry } from '../../../src/report/run-list/index-entry.ts';
import { summaryOf } from '../../../src/report/summary.ts';
import { smallReplay, smallRun } from '../../fixtures/example-runs.ts';
import { CHROMIUM, expectSound, type FilePage, filePage, HAS_CHROMIUM } from './browser-page.ts';
import { newFolder } from '../../new-folder.ts';

const SIMULATED = summaryOf(smallRun());
const BUILD = '0123456789abcdef0123456789abcdef01234567';

// Six simulations of one scenario, three loads of another and a replay, a day apart.
const RUNS = Array.from({ length: 10 }, (_, at) => {
  const header = {
    startedAt: `2026-01-${String(at + 1).padStart(2, '0')}T10:00:00.000Z`,
    versions: { millrace: '0.1.0' },
    ...(at >= 3 && { build: at >= 5 ? BUILD : 'v1' }),
    ...(at >= 4 && { nodesVersion: at >= 5 ? '3.0.1' : '3.0.0' }),
  };
  if (at === 9)
    return {
      folder: 'shop/replay',
      entry: runEntry(header, { ...summaryOf(smallReplay()), scenario: 'shop' }),
    };
  const metrics = { ...SIMULATED.metrics, success_rate: 0.9 + at / 100, latency_p95_ms: 1000 - 10 * at };
  if (at >= 6)
    return {
      folder: `payouts/load-${at}`,
      entry: runEntry(
        header,
        { ...SIMULATED, scenario: 'payouts', job: 'load', seed: '1', metrics },
        at === 7 ? 99.5 : 20 * at,
      ),
    };
  return {
    folder: `demo/seed-${at}`,
    entry: runEntry(header, { ...SIMULATED, scenario: 'demo', seed: at < 4 ? '1' : String(at), metrics }),
  };
});

describe.skipIf(!HAS_CHROMIUM)(
  `the list of ten runs in a browser (skipped without ${CHROMIUM}: apt-get install chromium, or set CHROMIUM)`,
  () => {
    const out = newFolder('millrace-run-list');
    const complaints: string[] = [];
    let index: FilePage;

    beforeAll(async () => {
      for (const { folder, entry } of RUNS) {
        mkdirSync(join(out, folder), { recursive: true });
        writeEntry(join(out, folder), entry);
      }
      writeRunIndex(out);
      index = await filePage(join(out, 'index.html'), complaints);
    });

    afterAll(() => index.close());

    it('sorts by any figure, and shows the runs of one scenario', async () => {
      const page = await index.open();
      const rows = page.locator('#runs-table tbody tr');
      expect(await rows.count()).toBe(10);
      await page.getByRole('button', { name: 'Success' }).click();
      expect(await rows.first().textContent()).toContain('shop');
      await page.getByLabel('Find').fill('payouts');
      expect(await rows.count()).toBe(3);
      await page.getByRole('button', { name: 'Rate', exact: true }).click();
      expect(await texts(rows.first())).toContain('99.5/s');
      await page.getByLabel('Find').fill('v1');
      expect(await rows.count()).toBe(2);
      expect(complaints).toEqual([]);
    });

    it('shows two ticked runs side by side', async () => {
      const page = await index.open();
      await page.getByLabel('Compare demo, 2026-01-06 10:00').check();
      expect(await page.locator('#runs-compared').textContent()).toContain('Tick two runs');
      await page.getByLabel('Compare demo, 2026-01-01 10:00').check();
      const compared = page.locator('#runs-compared');
      const row = (name: string) => compared.locator('tbody tr', { hasText: name });
      expect(await texts(row('Success'))).toEqual(['Success', '90 %', '95 %', '+5 points']);
      expect(await texts(row('p95'))).toEqual(['p95', '1 s', '950 ms', '-50 ms']);
      expect(await texts(row('Seed'))).toEqual([
        'Seed',
        '1',
        `5, build ${BUILD.slice(0, 10)}, nodes 3.0.1`,
        '',
      ]);
      expect(
        await compared
          .getByRole('link')
          .evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
      ).toEqual(['demo/seed-0/report.html', 'demo/seed-5/report.html']);
      await page.getByLabel('Compare payouts, 2026-01-09 10:00').check();
      expect(await compared.textContent()).toMatch(/^Tick two runs to compare them\.\s*$/);
      expect(complaints).toEqual([]);
    });

    it('draws the chosen figure over the runs of the chosen scenario', async () => {
      const page = await index.open();
      const chart = page.locator('#runs-chart');
      const points = async () => await chart.locator('circle title').allTextContents();
      expect(await chart.getByLabel('Scenario').locator('option').allTextContents()).toEqual([
        'shop: replay',
        'payouts: load',
        'demo: simulate',
      ]);
      expect(await chart.textContent()).toContain('A chart needs two runs');
      await chart.getByLabel('Scenario').selectOption('demo: simulate');
      expect(await points()).toHaveLength(6);
      await chart.getByLabel('Scenario').selectOption('payouts: load');
      await chart.getByLabel('Figure').selectOption('Rate');
      expect(await points()).toEqual([
        'payouts, 2026-01-07 10:00: 120/s',
        'payouts, 2026-01-08 10:00: 99.5/s',
        'payouts, 2026-01-09 10:00: 160/s',
      ]);
      expect(complaints).toEqual([]);
    });

    it.each([1400, 400])('is sound at %i pixels, in light and dark', async (width) => {
      const page = await index.open({ width });
      await page.getByLabel('Compare demo, 2026-01-06 10:00').check();
      await page.getByLabel('Compare demo, 2026-01-01 10:00').check();
      await page.locator('#runs-chart').getByLabel('Scenario').selectOption('demo: simulate');
      await expectSound(page);
      expect(complaints).toEqual([]);
    });

    it('scrolls its table, not itself, where that is wider than the page', async () => {
      const page = await index.open({ width: 1000 });
      const { scrolled, width } = (await page.evaluate(
        '({ scrolled: document.documentElement.scrollWidth, width: innerWidth })',
      )) as { readonly scrolled: number; readonly width: number };
      expect(scrolled).toBeLessThanOrEqual(width);
    });

    it('is read by keyboard alone', async () => {
      const page = await index.open();
      await page.getByLabel('Compare shop, 2026-01-10 10:00').focus();
      await page.keyboard.press('Space');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      expect(await page.locator('#runs-compared h3').textContent()).toBe('Two runs side by side');
    });

    it('lists all runs where nothing runs a script, and on paper', async () => {
      const plain = await index.openWithoutScripts();
      expect(await plain.locator('#runs-plain tbody tr').count()).toBe(10);
      expect(await plain.locator('#runs-plain').isVisible()).toBe(true);
      const page = await index.open();
      expect(await page.locator('#runs-plain').isVisible()).toBe(false);
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('#runs-plain').isVisible()).toBe(true);
      expect(await page.locator('#runs-place').isVisible()).toBe(false);
      expect(complaints).toEqual([]);
    });

    async function texts(row: ReturnType<Page['locator']>): Promise<readonly string[]> {
      return (await row.locator('th, td').allTextContents()).map((text) => text.trim());
    }
  },
);
