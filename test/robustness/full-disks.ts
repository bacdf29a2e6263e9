import { spawnSync } from 'node:child_process';
import { cpSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder, folderWith } from '../e2e/built-cli.ts';
import { drawnBelow, type HardTries, mustHold, type TriedRow, type Tries } from './hard-tries.ts';
import { contentOf, requireReadable, runTried } from './tried-command.ts';
import { PLANNED, SHORT } from './tried-scenarios.ts';
import { newFolder } from '../new-folder.ts';

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  simulate: ['simulate', 'short.yaml'],
  plan: ['plan', 'planned.yaml', '--threads', '1'],
  replay: ['replay', 'short.yaml', '--sandbox'],
  load: ['load', 'short.yaml', '--sandbox', '--rate', '50', '--duration', '0.5'],
  check: ['check', '--sandbox', '--runs', '2', '--time', '5s'],
  generate: ['generate', 'short.yaml', '-o', 'network.json'],
};
const TRIES = 8;
const BAD_INPUT = 2;
const BLOCK = 1024;

/** Disks that fill and files that may not grow while a command writes. */
export const fullDisks: HardTries = {
  kind: 'Full disks',
  what: 'Some kilobytes are left, or each file may have some. The command says which file cannot be written and ends with 2, or it fits; a run that stood there keeps its bytes, and what has begun is read again.',
  rows: [
    ...Object.keys(COMMANDS).map((name) => row(name, 'a disk that fills', startDisk)),
    ...Object.keys(COMMANDS).map((name) => row(name, 'files that may not grow', startLimit)),
  ],
};

type Starting = (args: readonly string[], filled: string) => Tries | string;

function row(name: string, where: string, starting: Starting): TriedRow {
  const args = [...(COMMANDS[name] ?? []), '--no-progress'].filter(
    (word) => name !== 'generate' || word !== '--no-progress',
  );
  return {
    name: `\`${name}\`, ${where}`,
    tries: TRIES,
    async start() {
      const filled = folderWith({ 'short.yaml': SHORT, 'planned.yaml': PLANNED });
      // What stands there before: a run of the same place, and of a scenario of its own.
      await runTried(['simulate', 'short.yaml'], filled);
      return starting(args, filled);
    },
  };
}

function startDisk(args: readonly string[], filled: string): Tries | string {
  const probe = newFolder('millrace-disk');
  if (!mounted(probe, 64)) return 'this user may mount no disk of its own';
  spawnSync('/bin/umount', [probe]);
  return {
    async attempt(random) {
      const disk = newFolder('millrace-disk');
      mustHold(
        mounted(disk, blocksOf(filled) + drawnBelow(random, blocksOf(filled))),
        'the disk is not there',
      );
      try {
        cpSync(filled, disk, { recursive: true });
        await tryIn(disk, args);
      } finally {
        spawnSync('/bin/umount', [disk]);
      }
    },
  };
}

function startLimit(args: readonly string[], filled: string): Tries {
  return {
    async attempt(random) {
      const folder = folderWith({});
      cpSync(filled, folder, { recursive: true });
      const most = drawnBelow(random, 64);
      await tryIn(folder, args, { before: `trap '' XFSZ; ulimit -f ${most}` });
    },
  };
}

async function tryIn(folder: string, args: readonly string[], options = {}): Promise<void> {
  const stood = join(folder, 'reports/short/seed-7');
  const before = contentOf(stood);
  const { code, text } = await runTried(args, folder, options);
  mustHold(
    code !== BAD_INPUT || text.includes('cannot be written'),
    'no word of what cannot be written',
    text,
  );
  mustHold(code === BAD_INPUT || code === 0 || code === 1, `exit code ${code}`, text);
  mustHold(
    code !== BAD_INPUT || contentOf(stood) === before,
    'the run that stood there has other bytes',
    text,
  );
  requireReadable(folder);
}

function mounted(folder: string, blocks: number): boolean {
  return spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${blocks}k`, 'tmpfs', folder]).status === 0;
}

// A disk gives whole pages of four blocks to a file, and one to a folder.
function blocksOf(folder: string): number {
  const sizes = filesUnder(folder).map(
    (name) => 4 * Math.ceil(statSync(join(folder, name)).size / (4 * BLOCK)),
  );
  return sizes.reduce((sum, size) => sum + size + 4, 8);
}
