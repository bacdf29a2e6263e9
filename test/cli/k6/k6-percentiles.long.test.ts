import { expect, it } from 'vitest';
import { createK6Engine } from '../../../src/cli/k6/k6-engine.ts';
import { loadSandbox, mixed } from '../../jobs/k6-fixture.ts';

// Two runs one after the other, of which a busy machine may slow one: this needs a quiet one.
it('k6 gives the percentiles of the embedded driver within 10 %', async () => {
  const scenario = mixed('10s');
  const embedded = await loadSandbox(scenario, { figuresOnly: true });
  const run = await loadSandbox(scenario, { figuresOnly: true, engine: createK6Engine(process.env, 1) });
  for (const percent of [50, 90, 95, 99])
    for (const which of ['service', 'response'] as const) {
      const [one, other] = [run, embedded].map(({ load }) => load.aggregate[which].percentileMs(percent));
      expect(Math.abs((one ?? 0) / (other ?? 0) - 1), `${which} p${percent}`).toBeLessThan(0.1);
    }
});
