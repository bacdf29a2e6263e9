// The pictures of README and docs, taken of the demo's own simulation: `npm run build && npm run docs:pictures`. Needs a
// chromium (CHROMIUM names another than /usr/bin/chromium).
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OUT = join(ROOT, 'docs/images');

const PICTURES = [
  { name: 'report', size: [1100, 720] },
  { name: 'report-dark', size: [1100, 720], colorScheme: 'dark' },
  { name: 'explorer', at: '#network', size: [1100, 800] },
  { name: 'story', hash: '#payment=172', size: [1300, 760] },
  { name: 'channel', hash: '#channel=leaf6-core1&t=14s', size: [1300, 760] },
  { name: 'tables', at: '#operations-place', size: [1100, 560] },
];

const folder = mkdtempSync(join(tmpdir(), 'millrace-pictures-'));
symlinkSync(join(ROOT, 'scenarios'), join(folder, 'scenarios'));
const args = [join(ROOT, 'dist/cli/main.js'), 'simulate', 'scenarios/demo.yaml', '--no-progress'];
execFileSync(process.execPath, args, { cwd: folder, stdio: 'ignore' });
const report = pathToFileURL(join(folder, 'reports/demo/seed-42/report.html')).href;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  for (const { name, hash = '', at, size, colorScheme = 'light' } of PICTURES) {
    const [width, height] = size;
    const page = await browser.newPage({ viewport: { width, height }, colorScheme });
    await page.goto(report + hash);
    await page.waitForSelector('#operations-table');
    if (at !== undefined) await page.$eval(at, (element) => element.scrollIntoView({ block: 'start' }));
    const devtools = await page.context().newCDPSession(page);
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 85 });
    writeFileSync(join(OUT, `${name}.webp`), Buffer.from(data, 'base64'));
    await page.close();
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
