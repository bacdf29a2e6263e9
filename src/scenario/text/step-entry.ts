import type { ExpectedOutcome } from '../../model/run/operation.ts';
import type { Step } from '../../model/scenario/scenario.ts';
import type { StepTotal } from '../../model/scenario/step-amount.ts';
import { withoutUndefined } from '../../model/without-undefined.ts';

/** A step as it is written in a scenario file: the inverse of reading it. `token` is written where asked for. */
export function stepEntry(
  step: Step,
  { withToken }: { readonly withToken: boolean },
): Record<string, unknown> {
  const { atMs, isBeside, outcome } = step;
  return {
    ...actionEntry(step, withToken),
    ...(atMs === undefined ? {} : { at: `${atMs}ms` }),
    ...withoutUndefined({ beside: isBeside }),
    ...(outcome === undefined ? {} : { outcome: outcomeEntry(outcome) }),
  };
}

function actionEntry(step: Step, withToken: boolean): Record<string, unknown> {
  switch (step.kind) {
    case 'stop':
    case 'start':
      return { [step.kind]: step.node };
    case 'slow':
      return { slow: { node: step.node, by: `${step.byMs}ms` } };
    case 'leave':
      return { leave: withToken ? { node: step.node, token: step.token } : step.node };
    case 'wait':
      return { wait: step.blocks === undefined ? `${step.ms ?? 0}ms` : { blocks: step.blocks } };
    case 'expect': {
      const { withinMs, ...settings } = settingsOf(step, withToken);
      return { expect: { ...settings, within: `${String(withinMs)}ms` } };
    }
    case 'pay': {
      const { times, giveUpAfterMs: _giveUpAfterMs, ...settings } = settingsOf(step, withToken);
      const { giveUpAfterMs } = step;
      return {
        pay: {
          ...settings,
          ...(giveUpAfterMs === undefined ? {} : { giveUpAfter: `${giveUpAfterMs}ms` }),
          ...(times === 1 ? {} : { times }),
        },
      };
    }
    case 'deposit': {
      const { totalDeposit: total, ...settings } = settingsOf(step, withToken);
      return { deposit: { ...settings, ...totalEntry('totalDeposit', total as StepTotal) } };
    }
    case 'withdraw': {
      const { totalWithdraw: total, ...settings } = settingsOf(step, withToken);
      return { withdraw: { ...settings, ...totalEntry('totalWithdraw', total as StepTotal) } };
    }
    case 'open':
    case 'close':
      return { [step.kind]: settingsOf(step, withToken) };
  }
}

function settingsOf(step: Extract<Step, { from: string }>, withToken: boolean): Record<string, unknown> {
  const {
    kind: _kind,
    atMs: _atMs,
    isBeside: _isBeside,
    outcome: _outcome,
    token,
    from,
    to,
    ...settings
  } = step;
  return { from, to, ...(withToken ? { token } : {}), ...settings };
}

function totalEntry(name: string, total: StepTotal): Record<string, unknown> {
  return typeof total === 'bigint' ? { [name]: total } : { by: total.by };
}

function outcomeEntry({ kind, reason }: ExpectedOutcome): unknown {
  return reason === undefined ? kind : { [kind]: reason };
}
