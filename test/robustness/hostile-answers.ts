import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { loadScenario } from '../../src/cli/files/scenario-file.ts';
import { nodeListText } from '../../src/cli/nodes/node-list.ts';
import { startSandbox } from '../../src/jobs/sandbox.ts';
import { runCli } from '../e2e/built-cli.ts';
import { type Asked, startRubbishNodes } from '../fixtures/rubbish-nodes.ts';
import { type HardTries, mustHold, type TriedRow } from './hard-tries.ts';
import { requireWords } from './tried-command.ts';
import { SHORT } from './tried-scenarios.ts';
import { newFolder } from '../new-folder.ts';

const MEGABYTE = 1024 * 1024;
const MOST_MEMORY_KB = 600 * 1024;
// Readings, cleaning up and the report included; each request has a deadline of 2 s.
const MOST_SECONDS = 60;
const PEAK_MEMORY = fileURLToPath(new URL('peak-memory.cjs', import.meta.url));

const SCENARIO = SHORT.replace('nodes: 4', 'nodes: 3').replace('count: 60', 'count: 3');

const ADDRESS = `0x${'42'.repeat(20)}`;
const CHANNEL = `{"channel_identifier":"1","token_address":"${ADDRESS}","token_network_address":"${ADDRESS}","partner_address":"${ADDRESS}","balance":"5","total_deposit":"5","total_withdraw":"0","state":"opened","settle_timeout":"500","reveal_timeout":"50"}`;

// Bodies whose bytes, values or digits cost far more than an honest answer.
const BODIES: readonly (readonly [name: string, answer: () => Buffer])[] = [
  ['250 MB of small values', () => answer(200, repeated('[1', ',{}', 250))],
  ['60 MB of empty records', () => answer(200, repeated('[{}', ',{}', 60))],
  ['15 MB of empty records', () => answer(200, repeated('[{}', ',{}', 15))],
  ['60 MB of channels', () => answer(200, repeated(`[${CHANNEL}`, `,${CHANNEL}`, 60))],
  ['280 kB of channels', () => answer(200, repeated(`[${CHANNEL}`, `,${CHANNEL}`, 0.27))],
  ['a channel with a text of 15 MB', () => answer(200, repeated('[{"balance":"', '1', 15, '"}]'))],
  ['a number of 15 MB', () => answer(200, repeated('[1', '1', 15))],
  ['250 MB of an error', () => answer(500, repeated('{"errors":"', 'no', 250, '"}'))],
  ['15 MB of errors by field', () => answer(409, repeated('{"errors":{"a":["b"]', ',"a":["b"]', 15, '}}'))],
  ['250 MB packed', () => answer(200, gzipSync(repeated('[{}', ',{}', 250)), 'Content-Encoding: gzip\r\n')],
];

const VIEWS: Readonly<Record<string, (asked: Asked) => boolean>> = {
  channels: ({ method, path }) => method === 'GET' && /\/channels/.test(path),
  payments: ({ path }) => /\/payments/.test(path),
  'every view': () => true,
};

const KINDS = BODIES.flatMap(([body, bytes]) =>
  Object.entries(VIEWS).map(([view, isHostile]) => ({ name: `${body} for ${view}`, bytes, isHostile })),
);

/** Nodes whose answers are made to cost time and memory. */
export const hostileAnswers: HardTries = {
  kind: 'Costly answers',
  what: `Nodes answer one view, payments or everything with one of ${BODIES.length} costly bodies (${KINDS.length} kinds). The command ends within ${MOST_SECONDS} s, with a documented code, and never takes more than 600 MB.`,
  rows: [
    row('replay', (file) => ['replay', file, '--use-existing', '--deadline', '2']),
    row('load', (file) => [
      'load',
      file,
      '--rate',
      '20',
      '--duration',
      '1',
      '--use-existing',
      '--deadline',
      '2',
    ]),
    row('check', () => ['check', '--deadline', '2', '--runs', '1', '--time', '5s']),
    row('check --contract', () => ['check', '--contract', '--deadline', '2']),
  ],
};

function row(name: string, commandOf: (file: string) => readonly string[]): TriedRow {
  return {
    name: `\`${name}\``,
    tries: KINDS.length,
    async start() {
      const folder = newFolder('millrace-hostile');
      const file = join(folder, 'hostile.yaml');
      writeFileSync(file, SCENARIO);
      const sandbox = await startSandbox({ scenario: loadScenario(file, { seed: undefined }), speed: 1000 });
      return {
        async attempt(_random, index) {
          const { name: kind, bytes, isHostile } = KINDS[index] as (typeof KINDS)[number];
          const said = bytes();
          const nodes = await startRubbishNodes(sandbox.targets, (asked) =>
            isHostile(asked) ? said : undefined,
          );
          const list = join(mkdtempSync(join(folder, 'list-')), 'nodes.yaml');
          writeFileSync(list, nodeListText(nodes.targets));
          const peakFile = `${list}.peak`;
          const startedAtMs = performance.now();
          const { code, stdout, stderr } = await runCli(
            [...commandOf(file), '--nodes', list, '--out', folder],
            {
              folder,
              timeoutMs: 10 * 60_000,
              env: { NODE_OPTIONS: `--require ${PEAK_MEMORY}`, PEAK_MEMORY_FILE: peakFile },
            },
          );
          const seconds = (performance.now() - startedAtMs) / 1000;
          await nodes.close();
          const peakKb = Number(readFileSync(peakFile, 'utf8'));
          requireWords({ code, text: `${kind}\n${stdout}${stderr}` });
          mustHold(peakKb <= MOST_MEMORY_KB, `${kind}: ${Math.round(peakKb / 1024)} MB`);
          mustHold(seconds <= MOST_SECONDS, `${kind}: ${Math.round(seconds)} s`);
        },
        stop: () => sandbox.stop(),
      };
    },
  };
}

function repeated(start: string, part: string, megabytes: number, end = ']'): Buffer {
  const body = Buffer.alloc(Math.round(megabytes * MEGABYTE) - start.length - end.length, part);
  const whole = body.subarray(0, body.length - (body.length % part.length));
  return Buffer.concat([Buffer.from(start), whole, Buffer.from(end)]);
}

function answer(code: number, body: Buffer, fields = ''): Buffer {
  const head = `HTTP/1.1 ${code} Whatever\r\nContent-Type: application/json\r\n${fields}Content-Length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}
