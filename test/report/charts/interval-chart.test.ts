import { expect, it } from 'vitest';
import { intervalChart } from '../../../src/report/charts/interval-chart.ts';

const FRAME = { id: 'a', title: 'Success', description: '', xTitle: 'capacity' };

it('draws intervals no longer than they are where all lie below what matters', () => {
  const points = [1, 2].map((at) => ({ at, mean: 0.1, interval: [0.05, 0.15] as const, hint: '' }));
  const chart = intervalChart({ ...FRAME, bottom: 0.75, target: 0.95, top: 1, points });
  const reaches = [...chart.markup.matchAll(/class="reach"[^>]* y1="([\d.]+)" y2="([\d.]+)"/g)];
  expect(reaches.map(([, from, to]) => Number(from) - Number(to))).toEqual([24, 24]);
});

it('shows an answer that lies beyond all points where it is', () => {
  const points = [0, 50].map((at) => ({ at, mean: 0.5, interval: [0.4, 0.6] as const, hint: '' }));
  const chart = intervalChart({ ...FRAME, points, answer: { at: 100, interval: [100, 100] } });
  expect(chart.markup).toContain('<line class="limit" x1="100%"');
  const dots = [...chart.markup.matchAll(/<circle class="rate-dot" cx="([\d.]+)%"/g)];
  expect(dots.map(([, x]) => x)).toEqual(['0', '50']);
});

it('shows points that miss what matters where most of them do, or all that miss the target', () => {
  for (const means of [
    [0.1, 0.2, 0.8],
    [0.6, 1, 1],
  ]) {
    const points = means.map((mean, at) => ({ at, mean, interval: [0, mean] as const, hint: '' }));
    const chart = intervalChart({ ...FRAME, bottom: 0.75, target: 0.95, points });
    expect([...chart.markup.matchAll(/class="rate-dot"/g)]).toHaveLength(3);
  }
});
