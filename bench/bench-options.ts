/** What `npm run bench` was asked for beside a name (tools/bench.mjs). */
export interface BenchOptions {
  readonly rounds: number;
  /** Of a plan. */
  readonly replications: number;
  /** A part of the names of what is measured. */
  readonly only: string;
  /** A commit to compare with; absent: the last tag. */
  readonly base: string | undefined;
  /** Command lines of other programs, by name. */
  readonly peers: Readonly<Record<string, string>>;
}

/** Reads them where `tools/bench.mjs` has put them. */
export function benchOptions(env: Readonly<Record<string, string | undefined>>): BenchOptions {
  const commands = JSON.parse(env['MILLRACE_BENCH_PEER'] ?? '[]') as readonly string[];
  const [rounds = '3'] = JSON.parse(env['MILLRACE_BENCH_ROUNDS'] ?? '[]') as readonly string[];
  const [replications = '40'] = JSON.parse(env['MILLRACE_BENCH_REPLICATIONS'] ?? '[]') as readonly string[];
  const [only = ''] = JSON.parse(env['MILLRACE_BENCH_ONLY'] ?? '[]') as readonly string[];
  const [base] = JSON.parse(env['MILLRACE_BENCH_BASE'] ?? '[]') as readonly (string | undefined)[];
  return {
    rounds: Number(rounds),
    replications: Number(replications),
    only,
    base,
    peers: Object.fromEntries(commands.map((command, index) => [`peer ${index + 1}`, command])),
  };
}
