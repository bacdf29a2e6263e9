import { metricWords } from '../../../report/words/metric-words.ts';
import { z } from 'zod';
import type { NodeName, PerEnd, TokenName } from '../../../model/network/network.ts';
import type { Replication } from '../../../model/plan/replication.ts';
import { prose, section } from '../../../report/blocks/block.ts';
import { tokensText } from '../../../report/plan/money-moves.ts';
import { grouped } from '../../../report/words/number-format.ts';
import { amount, nodeName } from '../../../scenario/fields/values.ts';
import { mapping } from '../../../scenario/text/schema.ts';
import { assembleNetwork } from '../../assemble.ts';
import {
  changeCaption,
  effectTextOf,
  effectChart,
  type PlanEffect,
  rankedEffects,
  triedText,
} from '../effects.ts';
import type { OwnPart } from '../own-part.ts';
import type { QuestionContext, Question, SettingFault, Told } from '../question.ts';
import { rankedSums } from '../ranked-sums.ts';

const SETTINGS = z.lazy(() =>
  mapping({
    candidates: z
      .array(z.tuple([nodeName(), nodeName()]))
      .min(1)
      .describe(
        'Pairs of nodes; absent: those between which most payments fail, or one of `mine` and a node whose payments fail.',
      )
      .exactOptional(),
    deposits: z.tuple([amount(), amount()]).describe('What the two ends put in.'),
  })
    .describe('Which new channel would help most.')
    .exactOptional(),
);

type OpeningSettings = z.output<typeof SETTINGS>;

/** Which new channel would help most; the most promising first. */
export const open: Question<'open', OpeningSettings, readonly PlanEffect[]> = {
  name: 'open',
  settings: SETTINGS,
  needs: 'Write plan: {open: {deposits: [500, 500]}}.',
  mentions: ({ candidates = [] }) =>
    candidates.flatMap((pair, at) => pair.map((node, end) => [`candidates[${at}][${end}]`, node] as const)),
  faults({ candidates = [], deposits }, own) {
    const unfitting = candidates.flatMap(([one, other], at) => {
      if (one !== other && !own.network.hasEdge(one, other)) return [];
      const pairText = one === other ? `${one} twice` : `${one} and ${other}, which have a channel`;
      const message = `found ${pairText}, expected two nodes without one`;
      return [{ path: `candidates[${at}]`, message, hint: 'Leave the pair out.' }];
    });
    return unfitting.length > 0 ? unfitting : depositFaults({ candidates, deposits }, own);
  },
  answer: openAnswer,
  changes: ([best]) => (best === undefined || best.mayBeChance ? [] : best.changes),
  tell(effects, { goal, token, idOf }) {
    const title = 'Which new channel would help most';
    return {
      section: () =>
        effects.length === 0
          ? section(
              { id: idOf('open'), title },
              prose(
                'None that could be tried: no payment fails, or nodes whose payments fail have a channel already.',
              ),
            )
          : section(
              {
                id: idOf('open'),
                title: `${title} (change of ${metricWords(goal.metric)})`,
                hint: `Each is opened alone, before the first payment${costText(effects, token)}. ${triedText(effects)}`,
              },
              effectChart(changeCaption(goal.metric), effects, effectTextOf(goal.metric, token)),
            ),
    };
  },
};

function depositFaults(
  { candidates = [], deposits }: OpeningSettings,
  own: OwnPart,
): readonly SettingFault[] {
  const [mine] = own.nodes ?? [];
  if (mine === undefined) return [];
  const hint = 'Others decide on their money: write the deposit of your end, and 0 at theirs.';
  const foreign = candidates.flatMap((between, at): readonly SettingFault[] => {
    if (own.mayChange(openingOf(between, deposits))) return [];
    const message = `found ${between.join(' and ')} with deposits of ${deposits.map(grouped).join(' and ')}, expected a node of plan.mine, and money at its end only`;
    return [{ path: `candidates[${at}]`, message, hint }];
  });
  if (candidates.length > 0 || deposits[1] === 0n) return foreign;
  return [
    {
      path: 'deposits[1]',
      message: `found ${grouped(deposits[1])} for the partner of ${mine}, expected 0`,
      hint,
    },
  ];
}

function openingOf(between: PerEnd<NodeName>, deposits: PerEnd<bigint>) {
  // The token has no say in whether a channel may be opened.
  return { kind: 'open', token: '', between, deposits } as const;
}

// Pairs that failed less often than all of these gain less from a channel of their own.
const MOST_CANDIDATES = 10;

async function openAnswer(context: QuestionContext<OpeningSettings>): Promise<readonly PlanEffect[]> {
  const { base, spec, laboratory, own, settings, seeds } = context;
  const [rows = []] = await laboratory.replicationsOf([
    { experiment: base, count: spec.replications, first: seeds.choosing },
  ]);
  const token = base.scenario.networks[0]?.token as TokenName;
  const network = assembleNetwork(base.scenario);
  const isNew = ([one, other]: PerEnd<NodeName>): boolean => one !== other && !network.hasEdge(one, other);
  const candidates = settings.candidates ?? failingPairs(rows, own).filter(isNew).slice(0, MOST_CANDIDATES);
  const { deposits } = settings;
  return await rankedEffects(
    context,
    candidates.map((between) => ({
      what: `a channel of ${between[0]} and ${between[1]}`,
      changes: [{ kind: 'open', token, between, deposits }],
    })),
  );
}

// Own nodes open channels of their own only: with those whose payments fail.
function failingPairs(rows: readonly Replication[], { nodes }: OwnPart): readonly PerEnd<NodeName>[] {
  const counts = rows.flatMap(({ failedPairs }) =>
    failedPairs.flatMap(({ from, to, failed }) => {
      const openers = nodes?.flatMap((node) => [from, to].map((partner) => [node, partner] as const));
      return (openers ?? [[from, to] as const]).map((pair) => [pair, BigInt(failed)] as const);
    }),
  );
  return rankedSums(counts, (pair) => JSON.stringify([...pair].sort())).map(({ item }) => item);
}

/** `, each with deposits of 500 and 500` */
function costText([first]: readonly PlanEffect[], token: Told['token']): string {
  const opening = first?.changes.find(({ kind }) => kind === 'open');
  if (opening?.kind !== 'open') return '';
  return `, each with deposits of ${opening.deposits.map((each) => tokensText(each, token)).join(' and ')}`;
}
