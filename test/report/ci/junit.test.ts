import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { junitXml } from '../../../src/report/ci/junit.ts';
import { DIFFERENCE, exampleScenario, smallReplay, smallRun } from '../../fixtures/example-runs.ts';
import { loadRun } from '../../fixtures/load-runs.ts';
import { elementNames } from '../../fixtures/strict-xml.ts';

describe('junitXml', () => {
  it('has one test case per invariant, expectation and judged operation', async () => {
    await expect(junitXml(smallReplay())).toMatchFileSnapshot('../../golden/small-replay.junit.xml');
  });

  it('fails the expectation that is not met and says what was measured', () => {
    expect(junitXml(smallRun())).toContain(
      'name="drained_channels == 0"><failure message="drained_channels is 1">',
    );
  });

  it('holds a load against its baseline in a suite of its own', () => {
    const figure = { metric: 'payment_duration p(99)', baseline: 210, current: 731 };
    const judged = (verdict: { readonly worse: boolean; readonly unclear: boolean }): string =>
      junitXml(loadRun({ baseline: { confidence: 0.99, figures: [{ ...figure, ...verdict }] } }));
    expect(judged({ worse: false, unclear: false })).toContain(
      'corner-shop.baseline" tests="1" failures="0"',
    );
    expect(judged({ worse: true, unclear: false })).toContain('<failure message="was 210 ms, is 731 ms">');
    expect(judged({ worse: false, unclear: true })).toContain(
      '<skipped message="too few payments to tell"/>',
    );
  });

  it('is well-formed XML whatever a scenario or a node writes', () => {
    const property = fc.property(fc.string({ unit: 'binary' }), (text) => {
      const replay = smallReplay();
      const finding = { ...DIFFERENCE, operation: null, title: text, predicted: text };
      const xml = junitXml({
        ...replay,
        header: { ...replay.header, scenario: exampleScenario({ name: text }) },
        comparison: {
          operations: [
            { operation: 0, verdict: 'differs', predicted: text, observed: text, findings: [finding] },
          ],
          general: [finding],
          counts: { agrees: 0, differs: 1, indeterminate: 0, 'allowed-by-concurrency': 0 },
          differences: 2,
        },
      });
      expect(elementNames(xml).filter((name) => name === 'testcase')).toHaveLength(7);
    });
    fc.assert(property);
  });
});
