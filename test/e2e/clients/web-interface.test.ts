import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webFilesIn } from '../../../src/cli/files/web-files.ts';
import { type Sandbox, startSandbox } from '../../../src/jobs/sandbox.ts';
import { scenarioFrom } from '../../jobs/scenario-text.ts';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
// A folder with the Python package raiden-webui.
const PACKAGES = process.env['RAIDEN_CLIENTS'] ?? '';
const SCENARIO = scenarioFrom(`
question: Does Raiden's own web interface work on the sandbox?
seed: web-interface
tokens: [{name: TOK, decimals: 18, balancePerNode: 1_000_000_000_000_000_000_000}]
network:
  token: TOK
  topology:
    channels:
      - {between: [alice, bob], deposits: [10_000_000_000_000_000_000, 10_000_000_000_000_000_000]}
      - {between: [bob, carol], deposits: [10_000_000_000_000_000_000, 10_000_000_000_000_000_000]}
protocol: {blockTime: 1s}
`);

describe.skipIf(!existsSync(CHROMIUM) || !existsSync(`${PACKAGES}/raiden_webui`))(
  `Raiden's web interface in a browser (skipped without ${CHROMIUM}, or without RAIDEN_CLIENTS: pip install --no-deps --target DIR raiden-webui)`,
  () => {
    let browser: Browser;
    let page: Page;
    let sandbox: Sandbox;
    const failed: string[] = [];
    const dialog = (id: string) => page.locator(`.cdk-overlay-container #${id}`);
    const shows = (text: string | RegExp) => page.getByText(text).first().waitFor();
    const aliceSees = async () => {
      const channels = await sandbox.simulation.node('alice').channels();
      return channels.kind === 'ok' ? channels.value : [];
    };
    const addressOf = (name: string) => sandbox.network.getNodeAttribute(name, 'address');
    beforeAll(async () => {
      sandbox = await startSandbox({
        scenario: SCENARIO,
        speed: 50,
        web: webFilesIn(`${PACKAGES}/raiden_webui/ui`),
      });
      browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
      page = await browser.newPage({ viewport: { width: 1300, height: 850 } });
      page.on('response', (response) => {
        if (response.status() >= 400)
          failed.push(`${response.status()} ${response.request().method()} ${response.url()}`);
      });
      await page.goto(`${sandbox.targets['alice']}/ui/`);
    }, 120_000);
    afterAll(async () => {
      await browser.close();
      await sandbox.stop();
    });

    it('connects, and shows what the node owns', async () => {
      await shows(addressOf('alice'));
      await shows('990');
    });

    it('mints', async () => {
      await page.click('#mint');
      await shows('990.5');
    });

    it('opens a channel with a deposit', async () => {
      await page.goto(`${sandbox.targets['alice']}/ui/channels`);
      await page.click('#open-channel');
      await choose();
      await page.getByLabel('Address input').fill(addressOf('carol'));
      await page.getByLabel('Amount input').fill('5');
      await dialog('accept').click();
      await expect
        .poll(async () => (await aliceSees()).map(({ totalDeposit }) => totalDeposit).at(1))
        .toBe(5n * 10n ** 18n);
    });

    it('deposits into a channel and withdraws from it', async () => {
      for (const [what, amount] of [
        ['deposit', '2'],
        ['withdraw', '1'],
      ] as const) {
        await page.locator('#options').first().click();
        await dialog(what).click();
        await page.locator('.cdk-overlay-container').getByLabel('Amount input').fill(amount);
        const answered = page.waitForResponse((response) => response.request().method() === 'PATCH');
        await dialog('accept').click();
        expect((await answered).status()).toBe(200);
      }
      const changed = (await aliceSees()).filter(({ totalWithdraw }) => totalWithdraw === 10n ** 18n);
      expect(changed).toHaveLength(1);
    });

    it('pays', async () => {
      await page.goto(`${sandbox.targets['alice']}/ui/home`);
      await page.getByText('Transfer', { exact: true }).first().click();
      await choose();
      await page.getByLabel('Address input').fill(addressOf('bob'));
      await page.getByLabel('Amount input').fill('0.25');
      await dialog('accept').click();
      await expect
        .poll(async () => {
          const received = await sandbox.simulation.node('bob').payments();
          return received.kind === 'ok' ? received.value.map((entry) => entry.kind) : [];
        })
        .toEqual(['received']);
    });

    it('leaves the token network', async () => {
      await page.goto(`${sandbox.targets['alice']}/ui/home`);
      await page.getByText('Select Network').first().click();
      await page.locator('.cdk-overlay-container [role=option]').filter({ hasText: 'TOK' }).first().click();
      await page.locator('#options').first().click();
      await page.locator('.cdk-overlay-container').getByText('Leave Network').click();
      await dialog('accept').click();
      await expect.poll(aliceSees).toEqual([]);
    });

    it('shuts the node down', async () => {
      await page.click('button.shutdown');
      await dialog('accept').click();
      await expect.poll(() => sandbox.simulation.control.isRunning('alice')).toBe(false);
    });

    it('saw no request fail', () => {
      expect(failed).toEqual([]);
    });

    async function choose(): Promise<void> {
      await page.locator('.cdk-overlay-container mat-select').first().click();
      await page.locator('.cdk-overlay-container [role=option]').filter({ hasText: 'TOK' }).first().click();
    }
  },
);
