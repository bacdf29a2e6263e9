import { spawn } from 'node:child_process';
import { chmodSync, cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadScenario } from '../../src/cli/files/scenario-file.ts';
import { nodeListText } from '../../src/cli/nodes/node-list.ts';
import { startSandbox } from '../../src/jobs/sandbox.ts';
import { runProgram } from '../cli/run-program.ts';
import { folderWith } from '../e2e/built-cli.ts';
import { calledIn, PAGES } from './walk-through.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

// A network, traffic and names that all commands of pages can use.
const SCENARIO = `question: Do the commands of the pages work?
seed: 7
network:
  topology: {channels: [{between: [alice, bob], deposits: [1000, 1000]}, {between: [bob, carol], deposits: [1000, 1000]}]}
traffic:
  - arrivals: {constant: {perSecond: 4}}
    count: 8
    amounts: 5
`;
const CASE = `${SCENARIO}case:
  found: {check: balances, title: a fault that is mended, predicted: '5', observed: '6'}
  pace: sequential
  reproduced: {times: 3, of: 3}
`;
const FILES = {
  'scenario.yaml': SCENARIO,
  'new.yaml': SCENARIO,
  'refund.yaml': SCENARIO,
  'cases/6f0c2a91.yaml': CASE,
  'accepted.yaml': '[]\n',
  'day.csv': ['at,from,to,amount', ...purchasesOfADay()].join('\n'),
  '.bin/millrace': `#!/bin/sh\nexec node ${ROOT}dist/cli/main.js "$@"\n`,
};

// Of leaves of the demo, a third at the shop on leaf1: so many that channels run dry, as its expectations ask.
function purchasesOfADay(): readonly string[] {
  return Array.from(
    { length: 160 },
    (_, at) => `${7 * at},leaf${2 + (at % 9)},leaf${at % 3 === 0 ? 1 : 11 + (at % 5)},4000`,
  );
}

// Where a shown run of other days stands.
const SHOWN_RUN = 'reports/demo/2026-01-31T12-00-00Z';

interface Ended {
  readonly code: number;
  readonly said: string;
}

/** Runs a command line in a folder that holds what it names: scenarios, nodes that answer, and runs made before. */
export async function runShown(line: string, timeoutMs: number): Promise<Ended> {
  const folder = folderWith(FILES);
  chmodSync(join(folder, '.bin/millrace'), 0o755);
  for (const at of ['scenarios', 'node_modules/millrace/scenarios'])
    cpSync(join(ROOT, 'scenarios'), join(folder, at), { recursive: true });
  cpSync(join(ROOT, 'examples'), join(folder, 'examples'), { recursive: true });
  cpSync(join(ROOT, 'examples/real-nodes'), join(folder, 'real-nodes'), { recursive: true });
  const preparations = preparationsOf(line);
  const served = [...preparations, line].find((each) => each.includes('--nodes nodes.yaml'));
  const stop = served === undefined ? async () => {} : await serveNodes(served, folder);
  try {
    for (const before of preparations) {
      const { code, said } = await run(before, folder, timeoutMs);
      if (code !== 0) throw new Error(`${before} ended with ${code}: ${said}`);
    }
    return await run(kept(line, folder), folder, timeoutMs);
  } finally {
    await stop();
  }
}

// What is written elsewhere stays here, and ports that others may have are not asked for.
function kept(line: string, folder: string): string {
  const here = line.replace('/tmp/', `${folder}/`);
  return line.startsWith('millrace serve') ? `exec ${here} --port 0 --path-finding-port 0` : here;
}

// Words alone need no shell, and commands without threads of their own no process.
const PLAIN = /^millrace (?!serve|plan|demo)[\w ./=-]+$/;

async function run(line: string, folder: string, timeoutMs: number): Promise<Ended> {
  const [words] = PLAIN.test(line) ? calledIn(line) : [];
  if (words === undefined) return await runScript(line, folder, timeoutMs);
  const { code = 0, out, note } = await runProgram(words, { tellsFailure: true, folder });
  return { code, said: note + out };
}

// What serves until Ctrl-C gets one.
function runScript(script: string, folder: string, timeoutMs: number): Promise<Ended> {
  const env = { ...process.env, NO_COLOR: '1', PATH: `${join(folder, '.bin')}:${process.env['PATH'] ?? ''}` };
  delete (env as NodeJS.ProcessEnv)['FORCE_COLOR'];
  const child = spawn('sh', ['-c', script], { cwd: folder, env, timeout: timeoutMs });
  const written = { out: '', err: '' };
  child.stderr.setEncoding('utf8').on('data', (text: string) => (written.err += text));
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written.out += text;
    if (written.out.includes('Stop with Ctrl-C.')) child.kill('SIGINT');
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? -1, said: `${written.err}${written.out}` }));
  });
}

// Nodes of the scenario that the line names; a load is on the wall's clock.
async function serveNodes(line: string, folder: string): Promise<() => Promise<void>> {
  const [file = 'scenario.yaml'] = /\bscenarios?\/?[\w-]*\.yaml|refund\.yaml/.exec(line) ?? [];
  const scenario = loadScenario(join(folder, file), { isForNodes: true });
  const sandbox = await startSandbox({ scenario, speed: line.startsWith('millrace load') ? 1 : 100 });
  writeFileSync(join(folder, 'nodes.yaml'), nodeListText(sandbox.targets));
  return () => sandbox.stop();
}

// The runs that a line names.
function preparationsOf(line: string): readonly string[] {
  const simulated = [...line.matchAll(/\b(reports|before|after)\/([\w-]+)\/seed-(\d+)/g)].map(
    ([, out, name, seed]) => `millrace simulate scenarios/${name}.yaml --seed ${seed} --out ${out}`,
  );
  // Exports become a scenario before it is planned.
  const page = PAGES.get('docs/your-node.md') ?? '';
  const converted = [...line.matchAll(/\bplan (my-\w+)\//g)].flatMap(
    ([, folder]) => new RegExp(`millrace convert .* ${folder}\\b.*`).exec(page)?.[0] ?? [],
  );
  const all = line.includes('reports/*/*/') ? ['millrace simulate scenarios/demo.yaml'] : [];
  const replayed = line.includes(SHOWN_RUN) ? replayPreparations(line) : [];
  return [...simulated, ...converted, ...all, ...replayed];
}

function replayPreparations(line: string): readonly string[] {
  const [seeded = ''] = /(?<=seed-)\d+/.exec(line) ?? [];
  const seed = seeded && ` --seed ${seeded}`;
  return [
    `millrace replay scenarios/demo.yaml --sandbox${seed} --out elsewhere`,
    `mkdir -p reports/demo && mv elsewhere/demo/2* ${SHOWN_RUN}`,
  ];
}
