import { NOTHING_SHORT } from '../../../src/model/load/growing-steps.ts';
import { describe, expect, it } from 'vitest';
import { judgeCourse } from '../../../src/verdict/failures/load-course.ts';
import { LoadSeries, type LoadSeriesJson } from '../../../src/model/load/load-series.ts';
import type { Outcome } from '../../../src/model/run/operation.ts';
import type { LoadWatch, WatchStep } from '../../../src/model/load/load-watch.ts';
import { dueAt, failed, SUCCEEDED, unanswered } from '../../world/records.ts';

/** How one payment of a constructed load went. */
interface Answered {
  readonly afterMs: number;
  readonly outcome: Outcome;
}

const quick: Answered = { afterMs: 90, outcome: SUCCEEDED };
const refused: Answered = { afterMs: 5, outcome: failed('no-suitable-channel') };

/** A load of so many seconds and payments a second, each answered as `answer` says for the moment it was due. */
function seriesOf(seconds: number, perSecond: number, answer: (dueMs: number, index: number) => Answered) {
  const series = new LoadSeries();
  for (let id = 0; id < seconds * perSecond; id += 1) {
    const dueMs = (id * 1000) / perSecond;
    const { afterMs, outcome } = answer(dueMs, id);
    series.add(dueAt([dueMs, dueMs + afterMs], { id }, outcome));
  }
  return series;
}

/** One that is quick for so many seconds, and refused from then on. */
function fallingAt(second: number, seconds: number): LoadSeries {
  return seriesOf(seconds, 50, (dueMs) => (dueMs < second * 1000 ? quick : refused));
}

describe('the course of a load', () => {
  it('of a healthy target has no fall', () => {
    const series = seriesOf(30, 50, () => quick);
    expect(judgeCourse(series)).toEqual({ cause: 'none', sentence: 'Success did not fall.' });
  });

  it('names the second from which hardly anything succeeds', () => {
    const series = seriesOf(30, 50, (dueMs, index) => (dueMs < 15_000 || index % 5 === 0 ? quick : refused));
    const { fellAtMs, cause } = judgeCourse(
      series,
      watched(30, () => ({ notServed: 40 })),
    );
    expect([fellAtMs, cause]).toEqual([15_000, 'overloaded']);
  });

  it('of a network that runs dry says when it ran dry, and that the target was well', () => {
    const series = fallingAt(18, 30);
    const watch = watched(30, (second) =>
      second < 18 ? {} : { shortOfMoney: 50, depletedEnds: Math.min(4, second - 16) },
    );
    const { cause, fellAtMs, sentence } = judgeCourse(series, watch);
    expect({ cause, fellAtMs }).toEqual({ cause: 'ran-dry', fellAtMs: 18_000 });
    expect(sentence).toBe(
      'Success fell 18 s after the start: channels were depleted, the target was well (4 of 8 channel ends depleted).',
    );
  });

  it('does not guess what was lacking where payments had several ways, and says how many ends drained', () => {
    const series = fallingAt(10, 20);
    const watch = watched(20, (second) => (second < 10 ? {} : { shortOfWay: 50, depletedEnds: 2 }));
    expect(judgeCourse(series, watch)).toMatchObject({
      cause: 'unclear',
      sentence:
        'Success fell 10 s after the start: the cause is unknown: money or service (2 of 8 channel ends depleted).',
    });
  });

  it('calls nobody overloaded where mediators asked for too much', () => {
    const series = fallingAt(10, 20);
    const dear = watched(20, (second) => (second < 10 ? {} : { tooDear: 50 }));
    expect(judgeCourse(series, dear)).toMatchObject({
      cause: 'too-dear',
      sentence: 'Success fell 10 s after the start: mediators charged more than payers accept.',
    });
    const mixed = watched(20, (second) => (second < 10 ? {} : { tooDear: 25, notServed: 25 }));
    expect(judgeCourse(series, mixed).sentence).toBe(
      'Success fell 10 s after the start: 50 % of it for lack of service, 50 % for fees above what payers accept.',
    );
  });

  it('says how much was for want of which, where it was for both', () => {
    const series = fallingAt(10, 20);
    const watch = watched(20, (second) =>
      second < 10 ? {} : { shortOfMoney: 25, notServed: 25, depletedEnds: 2 },
    );
    const { cause, sentence } = judgeCourse(series, watch);
    expect(cause).toBe('unclear');
    expect(sentence).toContain('50 % of it for lack of money, 50 % for lack of service (2 of 8');
  });

  it('names the nodes that the scenario had stopped, which is no overload', () => {
    const series = fallingAt(10, 20);
    const watch = watched(20, (second) => (second < 10 ? {} : { whileStopped: 45, notServed: 5 }));
    expect(judgeCourse(series, { ...watch, stopped: ['bob'] })).toEqual({
      cause: 'stopped',
      fellAtMs: 10_000,
      sentence: 'Success fell 10 s after the start: the scenario had stopped bob.',
    });
  });

  it('tells failures during a stop of the scenario apart from a want of service', () => {
    const series = fallingAt(10, 20);
    const watch = watched(20, (second) => (second < 10 ? {} : { whileStopped: 25, notServed: 25 }));
    expect(judgeCourse(series, { ...watch, stopped: ['bob', 'carol'] })).toMatchObject({
      cause: 'unclear',
      sentence:
        'Success fell 10 s after the start: 50 % of it while the scenario had stopped bob and carol, 50 % for lack of service.',
    });
  });

  it('counts what expired long after the last payment was sent', () => {
    const expired: Answered = { afterMs: 80_000, outcome: failed('lock-expired') };
    const series = seriesOf(25, 20, (_dueMs, index) => (index % 20 === 0 ? quick : expired));
    const watch = watched(106, (second) => (second < 80 ? {} : { notServed: 19 }));
    expect(judgeCourse(series, watch)).toEqual({
      cause: 'overloaded',
      sentence:
        '95 % did not succeed, most of them known after the last was sent: the target was overloaded, channels had enough money.',
    });
  });

  it('does not guess where nothing was read', () => {
    const series = seriesOf(20, 50, (_dueMs, index) => (index % 2 ? quick : refused));
    const { cause, sentence } = judgeCourse(series);
    expect(cause).toBe('unclear');
    expect(sentence).toContain('From the start 50 % did not succeed: no channel was read');
  });

  it('blames no target for what was interrupted while it could still be answered', () => {
    const cut = (afterMs: number) =>
      judgeCourse(
        seriesOf(4, 20, (dueMs) => (dueMs < 3000 ? quick : { afterMs, outcome: unanswered('interrupted') })),
        watched(34, (second) => (second < 33 ? {} : { notServed: 20 })),
      );
    expect(cut(400)).toEqual({
      cause: 'none',
      sentence:
        'Success did not fall; 20 payments given up before an answer could be expected are not counted.',
    });
    expect(cut(30_000)).toMatchObject({
      cause: 'broken',
      sentence: expect.stringContaining('payments got no answer'),
    });
  });

  it.each([
    [
      'unreadable',
      unanswered('unreadable-answer'),
      'From the start 100 % did not succeed: what answered did not answer as the API says.',
    ],
    [
      'refused',
      failed('unreachable', 0),
      'From the start 100 % did not succeed: the target refused or broke connections.',
    ],
  ] as const)('calls nobody overloaded whose answers are %s', (_how, outcome, sentence) => {
    const answer = (): Answered => ({ afterMs: 2, outcome });
    const series = seriesOf(2, 20, answer);
    const watch = watched(2, () => ({ notServed: 20 }));
    expect(judgeCourse(series, watch)).toMatchObject({ cause: 'broken', sentence });
    expect(judgeCourse(series)).toMatchObject({ cause: 'broken', sentence });
    const written: unknown = JSON.parse(JSON.stringify(series.toJson()));
    expect(judgeCourse(LoadSeries.fromJson(written as LoadSeriesJson))).toMatchObject({ sentence });
  });

  it('says nothing of a few payments that did not succeed', () => {
    const series = seriesOf(1, 4, () => refused);
    expect(judgeCourse(series).sentence).toBe('Too few payments ended to say how success went.');
  });

  it('holds its tongue on a load of nothing', () => {
    expect(judgeCourse(seriesOf(0, 1, () => quick)).sentence).toBe('No payment ended.');
  });
});

function watched(seconds: number, step: (second: number) => Partial<WatchStep>): LoadWatch {
  const nothing = {
    depletedEnds: 0,
    pending: 0,
    unread: 0,
    ...NOTHING_SHORT,
  };
  return {
    nodes: ['hub'],
    ends: 8,
    endsInAll: 8,
    stepMs: 1000,
    steps: Array.from({ length: seconds }, (_, second) => ({ ...nothing, ...step(second) })),
    drained: [],
    drainedInAll: 0,
    places: [],
  };
}
