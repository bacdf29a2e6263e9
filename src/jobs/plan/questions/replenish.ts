import { z } from 'zod';
import { type ReplenishSpec, REPLENISH_KEYS } from '../../../model/disturbances/replenish.ts';
import { prose, section, table } from '../../../report/blocks/block.ts';
import { amountEstimateText } from '../../../report/plan/interval-text.ts';
import { tokensText } from '../../../report/plan/money-moves.ts';
import { spanText } from '../../../report/plan/time-text.ts';
import { metricText } from '../../../report/words/metric-text.ts';
import { goalWords } from '../../../report/words/metric-words.ts';
import { percentText, readable } from '../../../report/words/number-format.ts';
import { replenishment } from '../../../scenario/fields/replenish-fields.ts';
import { mapping } from '../../../scenario/text/schema.ts';
import { effectTextOf } from '../effects.ts';
import type { Question, Told } from '../question.ts';
import {
  cheapestPolicies,
  costMetric,
  type ReplenishAnswer,
  type ReplenishChoice,
  type ReplenishSettings,
  sameEnds,
} from './cheapest-policies.ts';

const SETTINGS = z.lazy(() =>
  mapping({
    policies: z
      .array(replenishment())
      .min(1)
      .describe(
        'Rules to compare, each by itself and with no rule at all; all of one node and the same partners.',
      ),
  })
    .describe('Whether ends are filled again and again, or hold enough from the start.')
    .exactOptional(),
);

/** More deposit against filling ends again and again: the least total cost with which the goal holds. */
export const replenish: Question<'replenish', ReplenishSettings, ReplenishAnswer> = {
  name: 'replenish',
  settings: SETTINGS,
  needs:
    'Write plan: {costs: {capitalPerYear: 5%, onChain: 20}, replenish: {policies: [{topUp: {node: hub, below: 20%, every: 1h}}]}}.',
  requires: 'costs',
  mentions: ({ policies }) =>
    policies.flatMap((policy, at) => [
      [`policies[${at}].${REPLENISH_KEYS[policy.kind]}.node`, policy.node, 'changed'] as const,
      ...(policy.partners ?? []).map(
        (name, of) => [`policies[${at}].${REPLENISH_KEYS[policy.kind]}.partners[${of}]`, name] as const,
      ),
    ]),
  faults({ policies }) {
    const [first, ...others] = policies.map(sameEnds);
    return others.flatMap((each, at) =>
      each === first
        ? []
        : [
            {
              path: `policies[${at + 1}]`,
              message: `found a rule for ${each}, expected one for ${first}, as the first`,
              hint: 'Costs are compared for the same ends: ask for the others in a plan of their own.',
            },
          ],
    );
  },
  metrics: ({ policies: [first] }) => (first === undefined ? [] : [costMetric(first.node)]),
  answer: cheapestPolicies,
  changes: ({ at, choices: [best] }) =>
    best?.deposit === undefined ? [] : [{ kind: 'deposit', at, amount: best.deposit }],
  rules: ({ choices: [best] }) => (best?.policy === undefined ? [] : [best.policy]),
  tell({ of, choices }, { goal, token, idOf }) {
    const wanted = goalWords(goal, token);
    const [best] = choices;
    const without = choices.find(({ policy }) => policy === undefined);
    return {
      remark: bestText(of, { best, without, token }),
      figure: {
        name: 'Least cost',
        figure: best?.cost === undefined ? '–' : metricText('cost', best.cost.mean, token),
        hint: `${best === undefined ? '' : policyText(best.policy)}, for ${wanted}.`,
      },
      section: () =>
        section(
          {
            id: idOf('replenish'),
            title: `The least cost of ${of}`,
            hint: 'Money bound, transactions on chain, fees and prices; told by seeds that did not choose the deposits.',
          },
          table({
            caption: `The cheapest deposit for ${wanted}`,
            columns: [
              { head: 'Rule', cell: ({ policy }) => policyText(policy) },
              {
                head: 'deposit',
                number: true,
                cell: ({ deposit }) => (deposit === undefined ? 'none does' : tokensText(deposit, token)),
              },
              {
                head: 'on chain',
                number: true,
                cell: ({ transactions }) =>
                  transactions === undefined ? '' : readable(transactions.mean, 1),
              },
              {
                head: 'cost',
                number: true,
                cell: ({ cost }) => (cost === undefined ? '' : amountEstimateText(cost, token)),
              },
              { head: 'more than the cheapest', number: true, cell: (choice) => moreText(choice, token) },
            ],
            rows: choices,
          }),
          choices.every(({ deposit }) => deposit === undefined)
            ? prose(`None of the deposits that were tried gives ${wanted}, with any of these rules.`)
            : null,
        ),
    };
  },
};

function moreText({ behindBest, mayBeChance = false }: ReplenishChoice, token: Told['token']): string {
  if (behindBest === undefined) return '';
  return behindBest.mean === 0 && behindBest.deviation === 0
    ? ''
    : effectTextOf('cost', token)({ difference: behindBest, mayBeChance });
}

function bestText(
  of: string,
  {
    best,
    without,
    token,
  }: Pick<Told, 'token'> & {
    readonly best: ReplenishChoice | undefined;
    readonly without: ReplenishChoice | undefined;
  },
): string | undefined {
  if (best?.deposit === undefined || best.cost === undefined) return undefined;
  const what = `${policyText(best.policy)} and ${tokensText(best.deposit, token)} at ${of} cost least: ${amountEstimateText(best.cost, token)}`;
  if (best === without) return `${what}.`;
  return without?.deposit === undefined || without.behindBest === undefined
    ? `${what}; without any rule no deposit that was tried is enough.`
    : `${what}; without any rule ${tokensText(without.deposit, token)} are needed, which cost ${moreText(without, token)} more.`;
}

/** `top-up below 20% to 100%, looking every 1 hour` */
function policyText(policy: ReplenishSpec | undefined): string {
  if (policy === undefined) return 'nothing filled';
  const { kind, limit, to, everyMs } = policy;
  const side = kind === 'swap-out' ? 'above' : 'below';
  return `${kind} ${side} ${percentText(limit)} to ${percentText(to)}, looking every ${spanText(everyMs)}`;
}
