/** A change of one expected value of a scenario-player file. */
export interface Mutation {
  /** Line of the value, from 0. */
  readonly at: number;
  readonly mutated: string;
  /** Line of the task that expects it, from 1. */
  readonly taskLine: number;
}

const NUMBER =
  /\b(balance|total_deposit|total_withdraw|balance_sum|amount|request_count|routes_count|num_events|expected_paths):\s*("?\{\{[^}]*\}\}"?|[\d_]+)/g;
const ROUTE = /^(\s*- \[\d+), (\d+)(.*\])$/;

/** Every expected number off by one, and every expected path with its first two nodes swapped. */
export function mutationsOf(text: string): readonly Mutation[] {
  const lines = text.split('\n');
  let taskLine = 0;
  return lines.flatMap((line, at): readonly Mutation[] => {
    const task = /^\s*- (\w+):/.exec(line)?.[1];
    if (task !== undefined) taskLine = task.startsWith('assert') ? at + 1 : 0;
    if (taskLine === 0 || /^\s*#/.test(line)) return [];
    const route = ROUTE.exec(line);
    if (route) return [{ at, mutated: line.replace(/\[(\d+), (\d+)/, '[$2, $1'), taskLine }];
    // The amount that paths are asked for is no expectation.
    const isAsked = line.includes('assert_pfs_routes');
    const numbers = [...line.matchAll(NUMBER)].filter(([, name]) => !(isAsked && name === 'amount'));
    return numbers.map((match) => {
      const [whole, name, value] = match as unknown as [string, string, string];
      // Off by one more than the task allows.
      const allowed = Number(/allow_balance_error: (\d+)/.exec(line)?.[1] ?? 0);
      const by = BigInt(name === 'balance' ? 2 * allowed + 1 : 1);
      const raised = value.includes('{{')
        ? value.replace('}}', ' + 1 }}')
        : String(BigInt(value.replaceAll('_', '')) + by);
      const from = match.index;
      return {
        at,
        mutated: `${line.slice(0, from)}${name}: ${raised}${line.slice(from + whole.length)}`,
        taskLine,
      };
    });
  });
}

/** The text with some of its lines changed, at most one change a line. */
export function mutatedText(text: string, mutations: readonly Mutation[]): string {
  const lines = text.split('\n');
  for (const { at, mutated } of mutations) lines[at] = mutated;
  return lines.join('\n');
}
