import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { runCli } from '../e2e/built-cli.ts';
import { newFolder } from '../new-folder.ts';
import { missingLine, PAGES, shownCommands } from './walk-through.ts';

// A folder in which section 1 of the guide was followed.
const INSTALLED = process.env['RAIDEN_NODES'] ?? '';
const PYTHON = 'real-nodes/venv/bin/python';
// On a machine that others use, blocks and calls take several times as long.
const TIMEOUT_MS = 600_000;

it.skipIf(!existsSync(join(INSTALLED, PYTHON)))(
  'the guide to real nodes shows what they answer (skipped without RAIDEN_NODES: a folder in which section 1 of docs/raiden-nodes.md was followed)',
  async () => {
    const folder = newFolder('millrace-real-nodes');
    cpSync('examples/real-nodes', join(folder, 'real-nodes'), { recursive: true });
    for (const name of ['venv', 'node_modules'])
      symlinkSync(join(INSTALLED, 'real-nodes', name), join(folder, 'real-nodes', name));
    const port = `${20_000 + (process.pid % 10_000)}`;
    const nodes = spawn(PYTHON, ['real-nodes/start.py', '--port', port], { cwd: folder });
    const ended = once(nodes, 'close');
    try {
      for await (const line of createInterface(nodes.stdout)) if (line.endsWith('Stop with Ctrl-C.')) break;
      for (const { commands, output } of shownCommands(PAGES.get('docs/raiden-nodes.md') ?? '')) {
        const { stdout, stderr } = await runCli(commands.flat(), { folder, timeoutMs: TIMEOUT_MS });
        expect(missingLine(output, `${stderr}${stdout}`), `${stderr}${stdout}`).toBeUndefined();
      }
    } finally {
      nodes.kill('SIGINT');
      await ended;
    }
  },
  TIMEOUT_MS,
);
