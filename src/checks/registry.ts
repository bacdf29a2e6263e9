import type { Check } from './check.ts';
import { foreseen } from './foresight/foreseen.ts';
import { history } from './history/history.ts';
import { historyTimes } from './history/history-times.ts';
import { atRest } from './money/at-rest.ts';
import { conservation } from './money/conservation.ts';
import { consistency } from './money/consistency.ts';
import { endState } from './money/end-state.ts';
import { sums } from './money/sums.ts';
import { totals } from './money/totals.ts';
import { watched } from './money/watched.ts';
import { linearizable } from './order/linearizable.ts';
import { answers } from './outcomes/answers.ts';
import { channelAnswers } from './outcomes/channel-answers.ts';
import { outcomes } from './outcomes/outcomes.ts';
import { receipts } from './outcomes/receipts.ts';
import { steps } from './outcomes/steps.ts';
import { samePlan } from './outcomes/same-plan.ts';
import { ways } from './outcomes/ways.ts';
import { balances, connections, staleReads } from './readings/predicted-views.ts';
import { readable } from './readings/readable.ts';
import { startState } from './readings/start-state.ts';
import { timeouts } from './readings/timeouts.ts';

/** Every judgement, in the order its findings are told. */
export const CHECKS: readonly Check[] = [
  samePlan,
  readable,
  startState,
  answers,
  outcomes,
  channelAnswers,
  steps,
  ways,
  foreseen,
  receipts,
  history,
  historyTimes,
  balances,
  connections,
  staleReads,
  timeouts,
  atRest,
  totals,
  sums,
  watched,
  consistency,
  conservation,
  endState,
  linearizable,
];
