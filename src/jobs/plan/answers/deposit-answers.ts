import type { Amount } from '../../../model/network/amount.ts';
import type { EndSelector } from '../../../model/plan/experiment.ts';
import type { DepositAnswer } from '../../../model/plan/plan-result.ts';
import { assembleNetwork } from '../../assemble.ts';
import type { Asked } from './asked.ts';
import { endsOf } from '../change-network.ts';
import { findDeposit } from './find-deposit.ts';

/** The least deposit of the ends that are asked about; then, where that is wanted, of each for itself. */
export async function depositAnswers({
  base,
  spec,
  laboratory,
  isTimeUp,
}: Asked): Promise<readonly DepositAnswer[]> {
  const { node, each } = spec.deposit;
  const at: EndSelector = node === undefined ? 'all' : { node };
  const network = assembleNetwork(base.scenario);
  const from = endsOf(network, at).reduce<Amount>((most, { channel, end }) => {
    const deposit = network.getEdgeAttribute(channel, 'totalDeposit')[end];
    return deposit > most ? deposit : most;
  }, 1n);
  const rule = spec;
  const of = node === undefined ? 'each end of every channel' : `${node}’s end of each of its channels`;
  const alike = await findDeposit({ base, at, of, rule, laboratory, from });
  if (node === undefined || !each || alike.deposit === undefined) return [alike];
  return [alike, ...(await oneByOne())];

  // From the common deposit each end in turn is brought down as far as the goal allows, those found before kept.
  async function oneByOne(): Promise<readonly DepositAnswer[]> {
    const answers: DepositAnswer[] = [];
    let changes = alike.changes;
    for (const { channel, end } of endsOf(network, at)) {
      if (isTimeUp()) break;
      const partner = network.opposite(node, channel);
      const one = { channel, end };
      const search = { at: one, of: `${node as string}’s end of its channel with ${partner}` };
      const found = await findDeposit({
        ...search,
        base: { ...base, changes },
        rule,
        laboratory,
        from: alike.deposit as Amount,
      });
      answers.push(found);
      changes = [...changes, ...found.changes];
    }
    return answers;
  }
}
