import type { Check } from './check.ts';
import { foreseen } from './rules/foreseen.ts';
import { history } from './history/history.ts';
import { historyTimes } from './history/history-times.ts';
import { atRest } from './rules/at-rest.ts';
import { conservation } from './rules/conservation.ts';
import { consistency } from './rules/consistency.ts';
import { endState } from './rules/end-state.ts';
import { sums } from './rules/sums.ts';
import { totals } from './rules/totals.ts';
import { watched } from './rules/watched.ts';
import { overdrawn } from './rules/overdrawn.ts';
import { answers } from './rules/answers.ts';
import { channelAnswers } from './rules/channel-answers.ts';
import { outcomes } from './rules/outcomes.ts';
import { receipts } from './rules/receipts.ts';
import { steps } from './rules/steps.ts';
import { samePlan } from './rules/same-plan.ts';
import { ways } from './rules/ways.ts';
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
  overdrawn,
];
