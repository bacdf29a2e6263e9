import { expect, it } from 'vitest';
import { intervalChart } from '../../../src/report/charts/interval-chart.ts';

it('draws intervals no longer than they are where all lie below what matters', () => {
  const chart = intervalChart({
    id: 'a',
    title: 'Success',
    description: '',
    xTitle: 'capacity',
    bottom: 0.75,
    target: 0.95,
    top: 1,
    points: [1, 2].map((at) => ({ at, mean: 0.1, interval: [0.05, 0.15], hint: '' })),
  });
  const reaches = [...chart.markup.matchAll(/class="reach"[^>]* y1="([\d.]+)" y2="([\d.]+)"/g)];
  expect(reaches.map(([, from, to]) => Number(from) - Number(to))).toEqual([24, 24]);
});
