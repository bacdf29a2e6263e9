import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bench, describe } from 'vitest';
import { benchOptions } from './bench-options.ts';
import { earlierRate, keepRates, type Rate } from './bench-results.ts';
import { builtAside } from './built-aside.ts';
import { type CommandCost, commandCost } from './command-cost.ts';
import { CLI } from './load-stub.ts';
import { scenarioOf, type SimulateCase, simulateCases } from './simulate-cases.ts';
import { median } from './median.ts';

// What every run costs, whatever it simulates: it is taken off.
const FEW = 10;

/** Command lines of what is measured beside each other, by name; `{scenario}` and `{payments}` are filled in. */
type Programs = Readonly<Record<string, string>>;

// CPU time of whole commands, less that of a run with ten payments, one program after the other and that several
// times over: whatever else the machine does meets each of them alike.
describe('simulate', () => {
  const { rounds, only, base, peers } = benchOptions(process.env);
  bench(
    `${rounds} interleaved rounds`,
    // An async function by name: another kind is run once more to see what it returns.
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'millrace-bench-'));
      try {
        const rates: Rate[] = [];
        const released = builtAside(base);
        if (released === undefined) tell('no release to compare with: --base COMMIT names one\n');
        const programs = { millrace: ours(CLI), ...(released && { [released.name]: ours(released.cli) }) };
        for (const each of simulateCases().filter(({ name }) => name.includes(only))) {
          if (each.missing === undefined)
            rates.push(...(await measure(each, { folder, rounds, programs: { ...programs, ...peers } })));
          else tell(`${each.name}: left out, ${each.missing}\n`);
        }
        tell(`kept in ${keepRates('simulate', rates)}\n`);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 },
  );
});

function ours(cli: string): string {
  return `'${process.execPath}' '${cli}' simulate {scenario} --no-progress --out {out}`;
}

async function measure(
  each: SimulateCase,
  { folder, rounds, programs }: { folder: string; rounds: number; programs: Programs },
): Promise<readonly Rate[]> {
  tell(`${each.name}, ${each.payments} payments\n`);
  const all = Object.entries(programs).map(([name, command]) => ({
    name,
    command,
    payments: each.payments,
    router: 'raiden',
  }));
  if (each.graphologyPayments !== undefined)
    all.push({
      name: 'graphology',
      command: ours(CLI),
      payments: each.graphologyPayments,
      router: 'graphology',
    });
  const costs = new Map(
    all.map(({ name }) => [name, { few: [] as CommandCost[], many: [] as CommandCost[] }]),
  );
  for (let round = 0; round < rounds; round += 1)
    for (const { name, command, payments, router } of all) {
      const run = (count: number): Promise<CommandCost> => {
        const scenario = join(folder, `payments-${count}-${router}.yaml`);
        writeFileSync(scenario, scenarioOf(each, { payments: count, router }));
        const filled = { scenario, payments: String(count), out: join(folder, 'out') };
        return commandCost(
          command.replaceAll(/\{(\w+)\}/g, (text, word: keyof typeof filled) => filled[word] ?? text),
        );
      };
      costs.get(name)?.few.push(await run(FEW));
      costs.get(name)?.many.push(await run(payments));
    }
  const rates = all.map(({ name, payments }): Rate => {
    const { few = [], many = [] } = costs.get(name) ?? {};
    const differences = many.map(({ cpuSeconds }, round) => cpuSeconds - (few[round]?.cpuSeconds ?? 0));
    return {
      network: each.name,
      program: name,
      payments,
      perCpuSecond: (payments - FEW) / median(differences),
      startSeconds: median(few.map(({ cpuSeconds }) => cpuSeconds)),
      peakMegabytes: median(many.map(({ peakMegabytes }) => peakMegabytes)),
    };
  });
  for (const rate of rates) tell(lineOf(rate, rates[0]));
  tell(aimLine(each, rates[0]));
  return rates;
}

function lineOf(rate: Rate, own: Rate | undefined): string {
  const { program, perCpuSecond, startSeconds, peakMegabytes } = rate;
  const before = earlierRate('simulate', rate);
  const parts = [
    `${perCpuSecond.toFixed(0).padStart(9)} payments per CPU second`,
    `${startSeconds.toFixed(2)} s for ${FEW}`,
    `${peakMegabytes.toFixed(0)} MB at most`,
    ...(own === undefined || own === rate
      ? []
      : [`millrace does ${(own.perCpuSecond / perCpuSecond).toFixed(2)} times as many`]),
    ...(before === undefined ? [] : [`${(perCpuSecond / before).toFixed(2)} times the last run`]),
  ];
  return `  ${program.padEnd(12)} ${parts.join(', ')}\n`;
}

// What is still missing, as a share of what is to be reached.
function aimLine({ aim }: SimulateCase, own: Rate | undefined): string {
  if (aim === undefined || own === undefined) return '';
  const ratio = (own.perCpuSecond / aim.perCpuSecond).toFixed(2);
  return `  aim          ${String(aim.perCpuSecond).padStart(9)} payments per CPU second, millrace does ${ratio} times as many; ${aim.startSeconds} s for ${FEW}, millrace takes ${(own.startSeconds / aim.startSeconds).toFixed(2)} times as long\n`;
}

function tell(line: string): void {
  process.stdout.write(line);
}
