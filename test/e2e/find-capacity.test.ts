import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesUnder, folderWith, runCli, startCli } from './built-cli.ts';

const SCENARIO = {
  'slow.yaml': `question: How much does a slow node take?
seed: 3
network: {topology: {star: {spokes: 4}}, capacity: 1_000_000_000}
protocol: {hopLatency: 1ms, processingTime: 10ms}
traffic:
  - arrivals: {constant: {perSecond: 1}}
    count: 1
    amounts: 10
    pairs: {uniform: {from: [hub]}}
`,
};

function search(conditions: string, ...more: readonly string[]): readonly string[] {
  return ['load', 'slow.yaml', '--sandbox', '--find-capacity', conditions, ...more];
}

describe.concurrent('load --find-capacity', () => {
  it('shows each probe, prints the curve, keeps it as numbers and as a page, and lists it among the runs', async () => {
    const folder = folderWith(SCENARIO);
    // Every payment takes four steps of 10 ms.
    const { code, stdout, stderr } = await runCli(search('p(50)<1', '--rate', '0.2', '--duration', '0.1'), {
      folder,
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^0\.2\/s does not: payment_response_time p\(50\)<1: \d+/m);
    expect(stdout).toMatch(/below 0\.1\/s: the lowest rate allowed does not hold/);
    const [, page = ''] = /^Report {2}(.+)$/m.exec(stdout) ?? [];
    expect(readFileSync(join(folder, page), 'utf8')).toContain('nothing holds');
    expect(readFileSync(join(folder, 'reports', 'index.html'), 'utf8')).toContain(
      page.replace(/^reports\//, ''),
    );
  });

  it('keeps what is known at Ctrl-C, and ends with 130', async () => {
    const folder = folderWith(SCENARIO);
    const cli = startCli(search('p(99)<20s', '--rate', '5', '--duration', '0.5'), { folder });
    await cli.until(/^10\/s holds/m);
    cli.interrupt();
    const { code, stdout } = await cli.result;
    expect(code).toBe(130);
    expect(stdout).toMatch(/not found yet: .* interrupted/);
    const files = filesUnder(join(folder, 'reports', 'slow')).filter((name) => name.includes('.'));
    expect(files).toEqual([
      expect.stringMatching(/^capacity-[^/]+\/capacity\.html$/),
      expect.stringMatching(/^capacity-[^/]+\/capacity\.json$/),
    ]);
    const kept = JSON.parse(readFileSync(join(folder, 'reports', 'slow', files[1] ?? ''), 'utf8'));
    expect(kept.ended).toBe('interrupted');
    expect(kept.probes.map(({ rate }: { rate: number }) => rate).slice(0, 2)).toEqual([5, 10]);
  });

  it('prints nothing but JSON on stdout with --json, and two searches at once do not overwrite each other', async () => {
    const folder = folderWith(SCENARIO);
    const args = search('p(50)<1', '--rate', '0.1', '--duration', '0.1', '--json', '--no-progress');
    const both = await Promise.all([runCli(args, { folder }), runCli(args, { folder })]);
    for (const { code, stdout, stderr } of both) {
      expect(code).toBe(1);
      expect(JSON.parse(stdout)).toMatchObject({ format: 'millrace-capacity/1', ended: 'below-lowest' });
      expect(stderr).not.toMatch(/does not/);
    }
    const kept = filesUnder(join(folder, 'reports', 'slow')).filter((name) => name.endsWith('.json'));
    expect(kept).toHaveLength(2);
  });
});
