import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { simulate } from '../../src/jobs/simulate.ts';
import { pageOf } from '../../src/report/blocks/page.ts';
import { capacityDocument } from '../../src/report/capacity/capacity-document.ts';
import { htmlReport } from '../../src/report/sections/run-document.ts';
import { runEntry } from '../../src/report/run-list/index-entry.ts';
import { indexPage } from '../../src/report/run-list/index-page.ts';
import { summaryOf } from '../../src/report/summary.ts';
import { scenarioFrom } from '../jobs/scenario-text.ts';
import { examplePlanPage } from '../report/plan/example-plan.ts';
import { whatIfDocument } from '../../src/report/what-if/what-if-document.ts';
import { whatIfOf } from '../../src/report/what-if/what-if.ts';
import { busyReplay, busyRun } from '../fixtures/busy-runs.ts';
import { exampleCapacity, exampleProbe } from '../fixtures/example-capacity.ts';
import { loadRun } from '../fixtures/load-runs.ts';
import { exampleScenario, smallReplay, smallRun } from '../fixtures/example-runs.ts';
import { world } from '../world/world.ts';
import {
  CHROMIUM,
  expectSound,
  type FilePage,
  filePage,
  HAS_CHROMIUM,
  PAGE_FAULTS,
} from './page/browser-page.ts';
import { newFolder } from '../new-folder.ts';

const LONG = 'a-node-whose-name-nobody-would-want-to-type-twice-0x5B38Da6a701c568545dCfcB03FcB875f56beddC4';

const PAGES: Readonly<Record<string, () => string | Promise<string>>> = {
  'a simulation': () => htmlReport(busyRun()),
  'a replay with differences': () => htmlReport(busyReplay()),
  'a small replay': () => htmlReport(smallReplay()),
  'a load': () => htmlReport(loadRun()),
  'a run in which nothing happened': () => htmlReport(smallRun({ records: [], end: world('') })),
  'a run with long names': () => htmlReport(longNames()),
  'a run of the simulator': async () => htmlReport(await simulate({ scenario: scenarioFrom(TOKEN_RING) })),
  'two simulations side by side': () => pageOf(whatIfDocument(whatIfOf({ a: busyRun(), b: longNames() }))),
  'a simulation beside itself': () => pageOf(whatIfDocument(whatIfOf({ a: busyRun(), b: busyRun() }))),
  'a search for a capacity': () => pageOf(capacityDocument(exampleCapacity())),
  'a search that broke off': () =>
    pageOf(capacityDocument(exampleCapacity({ ended: 'interrupted', probes: [exampleProbe(10)] }))),
  'the list of runs': () =>
    indexPage([
      ...[busyRun(), smallReplay(), longNames()].map((run) => ({
        ...runEntry(run.header, summaryOf(run)),
        href: 'run/report.html',
      })),
      searchEntry(),
      PLAN_ENTRY,
      CHECK_ENTRY,
    ]),
  'a plan': examplePlanPage,
  'a plan without answers': () => examplePlanPage([]),
};

// What the first screen of a page says without scrolling.
const FIRST_SCREENS: Readonly<Record<string, RegExp>> = {
  'a run of the simulator': /n\d+-n\d+ was depleted first, after/,
  'a replay with differences': /between target and simulation/,
  'a load': /Half of the payments that succeeded took at most .*, 99 of 100 at most/,
};

const CHECK_ENTRY = {
  format: 'millrace-check-entry/1',
  href: 'check/check.html',
  startedAt: '2026-01-31T10:00:00.000Z',
  subject: 'the nodes in nodes.yaml',
  seed: '1',
  verdict: 'holds',
  sentence: 'The nodes do what the model says.',
} as const;

const PLAN_ENTRY = {
  format: 'millrace-plan/1',
  href: 'plan/plan.html',
  startedAt: '2026-01-31T10:00:00.000Z',
  scenario: 'hub',
  question: 'How much must each end hold?',
  seed: '7',
  standing: 'answered',
  answer: 'Deposit at least 2,173 TOK at each end of every channel.',
} as const;

describe.skipIf(!HAS_CHROMIUM)(
  `report pages in a browser (skipped without ${CHROMIUM}: apt-get install chromium, or set CHROMIUM)`,
  () => {
    const file = join(newFolder('millrace-report'), 'report.html');
    const complaints: string[] = [];
    let report: FilePage;
    let page: Page;

    beforeAll(async () => {
      report = await filePage(file, complaints);
    });
    beforeEach(() => void complaints.splice(0));
    afterAll(() => report.close());

    it.each(Object.entries(PAGES))(
      '%s is sound at 1400 and 400 pixels, in light and dark, and answers in its first screen',
      async (name, render) => {
        const text = await render();
        for (const width of [1400, 400]) {
          await open(text, width);
          const answer = FIRST_SCREENS[name];
          if (answer !== undefined) await expectInFirstScreen(answer);
          await expectSound(page, String(width));
        }
        expect(complaints).toEqual([]);
      },
    );

    it('would notice a page that is not sound', async () => {
      const svg =
        '<svg role="img" width="200"><title>bare</title><text y="20">one</text><text y="22">two</text></svg>';
      const wide = '<div style="width:3000px;height:1px"></div>';
      await open(
        `<!doctype html><body style="background:#fff">${wide}${svg}<p style="color:#bbb">pale</p>`,
        400,
      );
      expect(await page.evaluate(PAGE_FAULTS)).toEqual({
        tooWide: ['the page scrolls sideways', 'DIV '],
        overlappingTexts: ['one over two'],
        emptyCharts: ['bare'],
        paleTexts: ['P.null: 1.92'],
      });
    });

    it('filters and turns the pages of the operations table', async () => {
      await open(htmlReport(busyReplay()));
      const rows = page.locator('#operations-table tbody tr');
      expect(await rows.count()).toBe(15);
      await page.locator('#operations').getByRole('button', { name: 'Next' }).click();
      expect(await rows.first().locator('th').textContent()).toBe('15');
      await page.locator('#operations').getByLabel('Find').fill('differs');
      const caption = page.locator('#operations-table caption');
      expect(await caption.textContent()).toBe('1 to 13 of 13 that match, of 1,200');
      await page.locator('#operations').getByLabel('Find').fill('no such thing');
      expect(await caption.textContent()).toBe('None of 1,200 matches');
    });

    it('describes the node under the pointer and steps through nodes with the arrow keys', async () => {
      await open(htmlReport(smallRun()));
      const detail = page.locator('#network output');
      await page.locator('#network .node').nth(1).hover();
      expect(await detail.textContent()).toContain('hub: 3 channels, holds 85 DAI of 300 DAI');
      await page.locator('#network .node').first().focus();
      await page.keyboard.press('ArrowLeft');
      expect(await detail.textContent()).toContain('shop: 1 channel');
    });

    // The last, for the browser remembers the theme.
    it('switches the theme', async () => {
      await open(htmlReport(smallRun()));
      const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
      const light = await ground();
      await page.locator('#theme').click();
      await page.locator('#theme').click();
      expect(await page.locator('#theme').textContent()).toBe('Theme: dark');
      expect(await ground()).not.toBe(light);
    });

    async function open(text: string, width = 1400): Promise<void> {
      writeFileSync(file, text);
      page = await report.open({ width, height: width === 1400 ? 900 : 800 });
    }

    async function expectInFirstScreen(answer: RegExp): Promise<void> {
      const height = page.viewportSize()?.height ?? 0;
      for (const text of [page.getByText(answer).first(), page.locator('.headline').first()]) {
        const box = await text.boundingBox();
        expect((box?.y ?? height) + (box?.height ?? 0), await text.innerText()).toBeLessThan(height);
      }
      const chart = await page.locator('main > figure, main > article').first().boundingBox();
      expect(chart?.y ?? height).toBeLessThan(0.9 * height);
    }
  },
);

function searchEntry() {
  const { capacity, ...asked } = exampleCapacity();
  return {
    format: 'millrace-capacity/1' as const,
    ...asked,
    ...capacity,
    scenario: LONG,
    href: 'search/capacity.html',
  };
}

function longNames() {
  const run = smallRun();
  const channels = `${LONG}-1 1 - ${10n ** 30n} ${LONG}-2`;
  return smallReplay({
    header: {
      ...run.header,
      job: 'replay',
      scenario: exampleScenario({ name: LONG, question: `Is ${LONG} too long?` }),
    },
    start: world(channels),
    end: world(channels),
  });
}

const TOKEN_RING = `
question: Which ends of a ring are depleted first?
seed: 42
network:
  topology: {ring: {nodes: 8}}
  capacity: {uniform: {min: 500, max: 2000}}
  split: uniform
  fees: {flat: 1, proportionalPpm: 4000}
traffic:
  - arrivals: {poisson: {perSecond: 2}}
    count: 150
    amounts: {lognormal: {median: 40, sigma: 1}}
`;
