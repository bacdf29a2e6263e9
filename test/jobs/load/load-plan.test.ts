import { expect, it } from 'vitest';
import { planLoad } from '../../../src/jobs/load/load-plan.ts';
import { type LoadSpec, OWN_PLAN } from '../../../src/model/scenario/load-spec.ts';
import { world } from '../../world/world.ts';
import { RATE, trafficSpec, twoTokenScenario } from '../../workload/traffic-fixture.ts';

const DRAWN: LoadSpec = {
  ...OWN_PLAN,
  executors: [{ ...RATE, name: 'steady', traffic: 'later', startMs: 0, gracefulStopMs: 50 }],
};

it.each([
  ['its own plan', OWN_PLAN],
  ['executors', DRAWN],
])('of %s says in which file and traffic a pair is wrong', (_of, spec) => {
  const pairs = { kind: 'list', pairs: [['a', 'zoe']] } as const;
  const traffic = [trafficSpec(), trafficSpec({ name: 'later', pairs })];
  expect(() =>
    planLoad(twoTokenScenario({ traffic }), spec, world('a 100 - 0 b', { tokens: ['T', 'U'] })),
  ).toThrow('fixture: traffic[1].pairs.list[0][1]: found "zoe"');
});
