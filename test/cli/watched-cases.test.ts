import { describe, expect, it } from 'vitest';
import { watchedCases } from '../../src/cli/check/check-state.ts';
import { pageOf } from '../../src/report/blocks/page.ts';
import { liveDocument } from '../../src/report/live/live-document.ts';
import { VirtualClock } from '../../src/runtime/virtual-clock.ts';

describe('the page of cases that are asked one after the other', () => {
  it('says how many are done, what is left, and which are not as they should be', () => {
    const clock = new VirtualClock();
    const cases = watchedCases({ title: 'Does it hold?', what: 'A contract, case by case' }, clock);
    expect(pageOf(liveDocument(cases.read()))).toContain('Asking the nodes whether they are ready');
    clock.advanceTo(3_000);
    cases.asked({ done: 1, total: 4 });
    cases.asked({ done: 2, total: 4 }, 'Expected 200; it answered 500');
    const page = pageOf(liveDocument(cases.read()));
    expect(page).toContain('50 % done, 3 s so far, about 3 s left');
    expect(page).toContain('Expected 200; it answered 500');
  });
});
