import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';

/** The browser of these tests. */
export const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** False where there is no browser to open pages in. */
export const HAS_CHROMIUM = existsSync(CHROMIUM);

/** Runs in a page, and says what is wrong with it. */
export const PAGE_FAULTS = readFileSync(new URL('../page-faults.js', import.meta.url), 'utf8');

/** What a sound page answers. */
const NO_FAULTS = { tooWide: [], overlappingTexts: [], emptyCharts: [], paleTexts: [] };

/** Checks a page in light and in dark. */
export async function expectSound(page: Page, what = ''): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await page.evaluate(PAGE_FAULTS), `${what} ${colorScheme}`).toEqual(NO_FAULTS);
  }
}

/** Starts the browser. */
export function launchChromium(...flags: readonly string[]): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', ...flags] });
}

/** A file in a browser of its own. */
export interface FilePage {
  /** Opens it anew, in the same page: a new one for each test costs more than what is looked at in it. */
  open(how?: { readonly hash?: string; readonly width?: number; readonly height?: number }): Promise<Page>;
  openWithoutScripts(): Promise<Page>;
  close(): Promise<void>;
}

/** Starts a browser for a file; whatever its console says, throws or asks for is added to the complaints. */
export async function filePage(file: string, complaints: string[]): Promise<FilePage> {
  const browser = await launchChromium();
  const { href } = pathToFileURL(file);
  const started = async (javaScriptEnabled: boolean): Promise<Page> => {
    const page = await browser.newPage({ javaScriptEnabled });
    page.on('console', (message) => complaints.push(`console: ${message.text()}`));
    page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(href)) complaints.push(`request: ${url}`);
    });
    return page;
  };
  const page = await started(true);
  return {
    async open({ hash = '', width = 1400, height = 900 } = {}) {
      // Another hash alone would leave the page as the test before has left it.
      await page.goto('about:blank');
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: 'light', media: null });
      await page.goto(`${href}${hash}`);
      return page;
    },
    async openWithoutScripts() {
      const plain = await started(false);
      await plain.goto(href);
      return plain;
    },
    close: () => browser.close(),
  };
}
