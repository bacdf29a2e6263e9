import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

// Modules without a bundler: in this order, without imports and exports, they are one script.
const PARTS = ['theme-switch', 'copy-buttons', 'operations-filter', 'network-pointer', 'start'];
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

it('is what the compiler makes of src/web (to renew it: npx vitest run test/report/page/script.test.ts -u)', async () => {
  const out = mkdtempSync(join(tmpdir(), 'millrace-web-'));
  try {
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    execFileSync(process.execPath, [tsc, '-p', join(ROOT, 'src/web/tsconfig.json'), '--outDir', out], {
      stdio: 'pipe',
    });
    const parts = PARTS.map((part) => scopeFree(readFileSync(join(out, `${part}.js`), 'utf8')));
    const script = `\n(() => {\n'use strict';\n${parts.join('')}})();\n`;
    await expect(moduleOf(script)).toMatchFileSnapshot('../../../src/report/page/script.ts');
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
});

it('has the styles of src/web (to renew them: npx vitest run test/report/page/script.test.ts -u)', async () => {
  const styles = ['page', 'charts'].map((name) => readFileSync(join(ROOT, `src/web/${name}.css`), 'utf8'));
  const style = styles
    .join('')
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ');
  const text = `/** The look of every page. Generated from src/web: change it there. */\nexport const PAGE_STYLE = \`${style.trim()}\`;\n`;
  await expect(text).toMatchFileSnapshot('../../../src/report/page/style.ts');
});

function scopeFree(module: string): string {
  return module.replace(/^import .*\n/gm, '').replace(/^export /gm, '');
}

function moduleOf(script: string): string {
  // On one line: nobody reads it here, and src/web says the same for those who do.
  const literal = script.replace(/[\\`]|\$\{/g, '\\$&').replaceAll('\n', '\\n');
  return `/** The browser side of every page. Generated from src/web: change it there. */\nexport const PAGE_SCRIPT = \`${literal}\`;\n`;
}
