import { describe, expect, it } from 'vitest';
import { plan } from '../../../../src/jobs/plan/plan.ts';
import { planDocument } from '../../../../src/report/plan/plan-document.ts';
import { textOf } from '../../../../src/report/blocks/terminal.ts';
import { sourceOf } from '../../scenario-text.ts';

/*
 * One payment through one channel of 19 units: of 10 units it succeeds where the draw gives the payer 10 or more, which
 * is as likely as not, and of 1 to 20 units from an end of 10 as the payment is drawn.
 */
const text = ({ split, amounts, network }: Record<'split' | 'amounts' | 'network', string>) => `
question: What does the draw decide?
seed: 3
protocol: {kind: instant}
network: {topology: {line: {nodes: 2}}, capacity: 19, split: ${split}}
traffic: [{arrivals: {constant: {perSecond: 1}}, count: 1, amounts: ${amounts}, pairs: {list: [[n1, n2]]}}]
plan: {network: ${network}, replications: 60}
`;
const made = async (parts: Parameters<typeof text>[0]) => await plan({ source: sourceOf(text(parts)) });

describe('how much a drawn network matters', () => {
  it('is all where payments are the same in every replication', async () => {
    const planned = await made({ split: 'uniform', amounts: '{fixed: 10}', network: 'drawn' });
    const { draw } = planned.result;
    expect(draw?.byPayments).toBe(0);
    // The deviation of a fair coin is a half.
    expect(draw?.byNetwork).toBeGreaterThan(0.4);
    expect(draw?.byNetwork).toBeLessThan(0.6);
    const facts = { ...planned, answered: [], command: '', versions: { millrace: '', node: '' } };
    expect(textOf(planDocument(facts), { color: false, width: 400 }, 9)).toMatch(
      /From draw to draw success differs by \d+ points with the same payments; in the same network it differs by 0 points/,
    );
  });

  it('is nothing where the draw changes nothing', async () => {
    const { result } = await made({
      split: 'equal',
      amounts: '{uniform: {min: 1, max: 20}}',
      network: 'drawn',
    });
    expect(result.draw?.byNetwork).toBe(0);
    expect(result.draw?.byPayments).toBeGreaterThan(0.4);
  });

  it('is not told where nothing is drawn', async () => {
    const { result } = await made({ split: 'uniform', amounts: '{fixed: 10}', network: 'fixed' });
    expect(result).not.toHaveProperty('draw');
  });
});
