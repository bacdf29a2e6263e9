import { InvariantError } from '../../errors.ts';
import type { AskModel } from '../../checks/latitude/inquiry.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { simulate } from '../simulate.ts';

/** Asks the simulator how one operation ends alone in a network at rest. */
export function askModel(scenario: Scenario): AskModel {
  return async (operation, start) => {
    const { after: _after, ...alone } = operation;
    const { records } = await simulate({
      scenario,
      pace: 'sequential',
      start,
      operations: [{ ...alone, atMs: 0 }],
    });
    const [record] = records;
    if (record === undefined)
      throw new InvariantError(`the model has no answer to operation ${operation.id}`);
    return record;
  };
}
