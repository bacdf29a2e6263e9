import type { NodeName, PerEnd, TokenName } from '../../../model/network/network.ts';
import type { PlanEffect } from '../../../model/plan/plan-result.ts';
import type { OpeningQuestion } from '../../../model/plan/plan-spec.ts';
import type { Replication } from '../../../model/plan/replication.ts';
import { assembleNetwork } from '../../assemble.ts';
import type { Asked } from './asked.ts';
import { effectsOf } from './effects.ts';

// Pairs that failed less often than all of these gain less from a channel of their own.
const MOST_CANDIDATES = 10;

/** What each new channel would add, the greatest gain first. */
export async function openAnswer(asked: Asked, question: OpeningQuestion): Promise<readonly PlanEffect[]> {
  const { base, spec, laboratory } = asked;
  const [rows = []] = await laboratory.replicationsOf([{ experiment: base, count: spec.replications }]);
  const token = base.scenario.networks[0]?.token as TokenName;
  const network = assembleNetwork(base.scenario);
  const isNew = ([one, other]: PerEnd<NodeName>): boolean => !network.hasEdge(one, other);
  const candidates = question.candidates ?? failingPairs(rows).filter(isNew).slice(0, MOST_CANDIDATES);
  const { deposits } = question;
  const effects = await effectsOf(
    asked,
    candidates.map((between) => ({
      what: `a channel of ${between[0]} and ${between[1]}`,
      changes: [{ kind: 'open', token, between, deposits }],
    })),
  );
  return [...effects].sort((a, b) => b.difference.mean - a.difference.mean);
}

function failingPairs(rows: readonly Replication[]): readonly PerEnd<NodeName>[] {
  const counts = new Map<string, { readonly between: PerEnd<NodeName>; readonly failed: number }>();
  for (const { from, to, failed } of rows.flatMap((row) => row.failedPairs)) {
    const key = JSON.stringify([from, to].sort());
    const known = counts.get(key);
    counts.set(key, { between: known?.between ?? [from, to], failed: (known?.failed ?? 0) + failed });
  }
  return [...counts]
    .sort(([keyA, a], [keyB, b]) => b.failed - a.failed || (keyA < keyB ? -1 : 1))
    .map(([, { between }]) => between);
}
