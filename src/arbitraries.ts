// Generators for tests of your own, with fast-check: networks, fees, calls and whole sequences. They are those that
// `millrace check` and Millrace's own tests use.
export { amountIdeas, deposits, timeoutIdeas } from './jobs/check/arbitraries/amounts.ts';
export { drafts, type DraftChoices } from './jobs/check/arbitraries/drafts.ts';
export { feeSchedules } from './jobs/check/arbitraries/networks.ts';
export { type CallManner, type MoveChoices, moves } from './jobs/check/arbitraries/moves.ts';
export { networks } from './jobs/check/arbitraries/networks.ts';
export type { CaseDraft } from './jobs/check/case-draft.ts';
export { type SettledCase, settleDraft } from './jobs/check/settle-draft.ts';
export type { RelativeAmount, StepAmount as AmountIdea } from './model/scenario/step-amount.ts';
export type { Move, TimeoutIdea } from './jobs/check/moves/move.ts';
export type { MadeChannel, MadeNetwork } from './jobs/check/case-draft.ts';
