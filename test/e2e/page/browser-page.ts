import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';

/** The browser of these tests. */
export const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** False where there is no browser to open pages in. */
export const HAS_CHROMIUM = existsSync(CHROMIUM);

/** Runs in a page, and says what is wrong with it. */
export const PAGE_FAULTS = readFileSync(new URL('../page-faults.js', import.meta.url), 'utf8');

/** What a sound page answers. */
export const NO_FAULTS = { tooWide: [], overlappingTexts: [], emptyCharts: [], paleTexts: [] };

/** Starts the browser. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
}

/** Opens a file; whatever its console says, throws or asks for is added to the complaints. */
export async function openedPage(
  browser: Browser,
  file: string,
  {
    complaints,
    width = 1400,
    isScripted = true,
  }: {
    readonly complaints: string[];
    readonly width?: number;
    readonly isScripted?: boolean;
  },
): Promise<Page> {
  const viewport = { width, height: 900 };
  const page = await browser.newPage({ viewport, colorScheme: 'light', javaScriptEnabled: isScripted });
  const { href } = pathToFileURL(file);
  page.on('console', (message) => complaints.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(href)) complaints.push(`request: ${url}`);
  });
  await page.goto(href);
  return page;
}
