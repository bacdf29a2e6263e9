import { describe, expect, it } from 'vitest';
import { capacityText } from '../../../src/report/capacity/capacity-text.ts';
import { exampleCapacity, exampleProbe } from '../../fixtures/example-capacity.ts';

describe('a search on a terminal', () => {
  it('shows the answer, a row for each rate and the knee', () => {
    const text = capacityText(exampleCapacity().capacity);
    expect(text).toMatch(/^Capacity {2}126\/s/);
    expect(text).toMatch(/offered +held/);
    expect(text).toMatch(/Knee {2}\d+\/s/);
  });

  it('shows neither rows nor a knee before the first probe has ended', () => {
    const { capacity } = exampleCapacity({ ended: 'interrupted', probes: [] });
    expect(capacityText(capacity)).toBe('Capacity  not known: interrupted before the first probe ended');
  });

  it('never says that something kept growing of a table in which it did not', () => {
    const halves = [20, 40, 80].map((rate) => ({ ...exampleProbe(rate), goodput: rate / 2 }));
    const text = capacityText(exampleCapacity({ probes: halves }).capacity);
    expect(text).toContain('Knee  none: even at 20/s less succeeded than was offered.');
  });

  it('says nothing of growth after one rate', () => {
    const { capacity } = exampleCapacity({ ended: 'interrupted', probes: [exampleProbe(20)] });
    const text = capacityText(capacity);
    expect(text).toContain('20/s');
    expect(text).not.toContain('Knee');
  });
});
