import { InvariantError } from '../../errors.ts';
import type { Model } from '../../checks/latitude/explore-orders.ts';
import type { AskModel } from '../../checks/latitude/inquiry.ts';
import type { Network } from '../../model/network/network.ts';
import type { Scenario } from '../../model/scenario/scenario.ts';
import { simulate } from '../simulate.ts';

/** The simulator, as judging overlapping operations asks it. */
export function modelOf(scenario: Scenario, start: Network): Model {
  return {
    ask: askModel(scenario),
    retell: (operations) => simulate({ scenario, pace: 'scenario', start, operations }),
  };
}

/** Asks the simulator how one operation ends alone in a network at rest. */
function askModel(scenario: Scenario): AskModel {
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
