import type { Amount } from '../../../model/network/amount.ts';
import type { EndSelector } from '../../../model/plan/experiment.ts';
import type { Network } from '../../../model/network/network.ts';
import type { DepositAnswer } from '../../../model/plan/plan-result.ts';
import type { DepositQuestion } from '../../../model/plan/plan-spec.ts';
import { assembleNetwork, assembleOperations } from '../../assemble.ts';
import type { Asked } from './asked.ts';
import { endsOf } from '../change-network.ts';
import { type DepositSearch, findDeposit } from './find-deposit.ts';

/** The least deposit of the ends that are asked about; then, where that is wanted, of each class or each channel for itself. */
export async function depositAnswers({
  base,
  spec,
  laboratory,
  isTimeUp,
}: Asked): Promise<readonly DepositAnswer[]> {
  const { node } = spec.deposit;
  const at: EndSelector = node === undefined ? 'all' : { node };
  const network = assembleNetwork(base.scenario);
  const from = endsOf(network, at).reduce<Amount>((most, { channel, end }) => {
    const deposit = network.getEdgeAttribute(channel, 'totalDeposit')[end];
    return deposit > most ? deposit : most;
  }, 1n);
  const rule = spec;
  const volume = assembleOperations({ scenario: base.scenario, network }).reduce(
    (sum, operation) => (operation.kind === 'pay' ? sum + operation.amount : sum),
    0n,
  );
  const of = node === undefined ? 'each end of every channel' : `${node}’s end of each of its channels`;
  const endCount = (where: EndSelector): number => endsOf(network, where).length;
  const alike = await findDeposit({ base, at, of, ends: endCount(at), rule, laboratory, from, volume });
  const common = alike.deposit;
  const parts = partsOf(network, spec.deposit);
  if (common === undefined) return [alike];
  // From the common deposit each part in turn is brought down as far as the goal allows, those found before kept.
  const answers = [alike];
  let changes = alike.changes;
  for (const part of parts) {
    if (isTimeUp()) break;
    const rest = {
      ends: endCount(part.at),
      base: { ...base, changes },
      rule,
      laboratory,
      from: common,
      volume,
    };
    const found = await findDeposit({ ...part, ...rest });
    answers.push(found);
    changes = [...changes, ...found.changes];
  }
  return answers;
}

type Part = Pick<DepositSearch, 'at' | 'of'>;

/** What has a deposit of its own, after all alike: classes, or every channel of the node. */
function partsOf(network: Network, { node, classes, each }: DepositQuestion): readonly Part[] {
  const ends = (at: EndSelector) => endsOf(network, at);
  if (node !== undefined && each)
    return ends({ node }).map(({ channel, end }) => {
      const partner = network.opposite(node, channel);
      return { at: { channel, end }, of: `${node}’s end of its channel with ${partner}` };
    });
  const named = Object.entries(classes);
  if (named.length === 0) return [];
  const listed = new Set(named.flatMap(([, nodes]) => nodes));
  const others = network
    .nodes()
    .filter((name) => !listed.has(name) && (node === undefined || network.hasEdge(node, name)));
  return [...named, ...(others.length === 0 ? [] : [['all others', others] as const])].map(
    ([name, nodes]): Part =>
      node === undefined
        ? { at: { of: nodes }, of: `each end of ${name}` }
        : { at: { of: nodes, by: node }, of: `${node}’s end of each of its channels with ${name}` },
  );
}
