import { describe, expect, it } from 'vitest';
import { capacityCurve } from '../../../src/model/capacity/capacity.ts';
import { pageOf } from '../../../src/report/blocks/page.ts';
import { textOf } from '../../../src/report/blocks/terminal.ts';
import { expectAsPublished } from '../../fixtures/published-schema.ts';
import { capacityDocument, capacityJson } from '../../../src/report/capacity/capacity-document.ts';
import { exampleCapacity, exampleProbe } from '../../fixtures/example-capacity.ts';

describe('the page of a search', () => {
  const page = pageOf(capacityDocument(exampleCapacity()));

  it('says what was found, how sure that is, and how to find it again', () => {
    expect(page).toContain('125.6/s (123.4/s to 127.8/s with 95 % confidence, 10 probes)');
    expect(page).toContain(
      '--find-capacity &#39;payment_response_time p(99)&lt;2000&#39; --rate 20 --duration 2 --seed 12',
    );
  });

  it('draws throughput and latency, each with the interval and a mark for each rate', () => {
    for (const id of ['capacity-throughput', 'capacity-latency']) expect(page).toContain(`id="${id}-title"`);
    expect(page.match(/class="interval"/g)).toHaveLength(2);
    expect(page.match(/class="rate-dot"/g)?.length).toBe(
      2 * capacityCurve(exampleCapacity().capacity.probes).length,
    );
  });

  it('lists the probe that fell into a pause as one that was not counted', () => {
    expect(page).toContain('this driver paused for 63 ms; made again, not counted');
  });

  it('says of a search that goes on that more follows, not that it broke off', () => {
    const underway = pageOf(
      capacityDocument(exampleCapacity({ ended: 'interrupted' }), { isUnderway: true }),
    );
    expect(underway).toContain('under way');
    expect(underway).toContain('more follow');
    expect(underway).not.toContain('broke off');
    expect(underway).not.toContain('interrupted');
  });

  it('draws no interval that is not known', () => {
    const broken = pageOf(capacityDocument(exampleCapacity({ ended: 'interrupted' })));
    expect(broken).not.toContain('class="interval"');
    expect(broken).toContain('broke off');
    const nothing = pageOf(capacityDocument(exampleCapacity({ ended: 'interrupted', probes: [] })));
    expect(nothing).not.toContain('id="curve"');
  });

  it('is drawn although nothing was measured at some rate', () => {
    const silent = { p50Ms: null, p95Ms: null, p99Ms: null, throughput: 0, goodput: 0 };
    const probes = [exampleProbe(10), exampleProbe(20, silent)];
    expect(pageOf(capacityDocument(exampleCapacity({ probes, ended: 'interrupted' })))).not.toMatch(/NaN/);
    const nothing = exampleCapacity({ probes: [exampleProbe(20, silent)], ended: 'below-lowest' });
    expect(pageOf(capacityDocument(nothing))).not.toMatch(/NaN|Infinity/);
  });

  it('shows hostile texts as text', () => {
    const hostile = {
      ...exampleCapacity({ probes: [exampleProbe(200, { because: '<script>alert(1)</script>' })] }),
      question: '<img src=x>',
      scenario: '"><b>',
    };
    expect(pageOf(capacityDocument(hostile))).not.toMatch(/<img|<b>|<script>alert/);
  });
});

describe('capacity.json', () => {
  it('holds the answer, every probe, the curve of the counted ones and the knee', () => {
    const { format, rate, probes, curve, knee, conditions } = JSON.parse(capacityJson(exampleCapacity()));
    expect({ format, rate, conditions }).toEqual({
      format: 'millrace-capacity/1',
      rate: 125.6,
      conditions: ['payment_response_time p(99)<2000'],
    });
    expect(probes).toHaveLength(10);
    expect(curve.reduce((sum: number, point: { probes: number }) => sum + point.probes, 0)).toBe(9);
    expect(knee).toBeGreaterThan(100);
    expectAsPublished('capacity', capacityJson(exampleCapacity()));
  });
});

describe('a search on a terminal', () => {
  const textFrom = (options?: Parameters<typeof exampleCapacity>[0]): string =>
    textOf(capacityDocument(exampleCapacity(options)), { color: false, width: 80 }, Number.POSITIVE_INFINITY);

  it('shows the answer, the knee and a row for each rate', () => {
    const text = textFrom();
    expect(text).toContain('125.6/s (123.4/s to 127.8/s with 95 % confidence, 10 probes)');
    expect(text).toMatch(/Knee +\d+(?:\.\d)? payments\/s/);
    expect(text).toMatch(/By offered rate +Held/);
  });

  it('shows neither rows nor a knee before the first probe has ended', () => {
    const text = textFrom({ ended: 'interrupted', probes: [] });
    expect(text).toContain('not known: interrupted before the first probe ended');
    expect(text).toMatch(/Knee +none/);
    expect(text).not.toMatch(/\d\/s/);
  });

  it('names no knee where no rate was kept up with', () => {
    const halves = [20, 40, 80].map((rate) => ({ ...exampleProbe(rate), goodput: rate / 2 }));
    expect(textFrom({ probes: halves })).toMatch(/Knee +none/);
  });
});
