import type { z } from 'zod';
import { MOST_IN_FLIGHT } from '../../model/scenario/load-spec.ts';
import type { GivenExecutor } from './executor-settings.ts';
import { addFault } from '../text/scalar.ts';

/** Refuses what k6 refuses: settings that are fine one by one and make no load together. */
export function checkLimits(given: GivenExecutor, context: z.core.$RefinementCtx): void {
  const { executor, vus = 1, iterations = 1, rate, preAllocatedVUs = 0, maxVUs } = given;
  if (executor === 'shared-iterations' && iterations < vus)
    addFault(context, {
      expected: `at least as many iterations as virtual users, of which there are ${vus}`,
      path: given.iterations === undefined ? [] : ['iterations'],
    });
  if (rate === 0) addFault(context, { expected: 'a rate above 0', path: ['rate'] });
  if (maxVUs !== undefined && maxVUs < preAllocatedVUs)
    addFault(context, {
      expected: `at least as many as preAllocatedVUs, which are ${preAllocatedVUs}`,
      path: ['maxVUs'],
    });
  if (executor === 'ramping-vus') checkUsers(given, context);
}

function checkUsers({ startVUs = 1, stages = [] }: GivenExecutor, context: z.core.$RefinementCtx): void {
  stages.forEach(({ target }, index) => {
    if (!Number.isInteger(target) || target > MOST_IN_FLIGHT)
      addFault(context, {
        expected: `virtual users: an integer from 0 to ${MOST_IN_FLIGHT}`,
        path: ['stages', index, 'target'],
      });
  });
  if (startVUs === 0 && stages.every(({ target }) => target === 0))
    addFault(context, { expected: 'a stage or `startVUs` with at least one virtual user' });
}
