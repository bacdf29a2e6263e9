import { z } from 'zod';
import type { METRICS } from '../../model/run/metrics.ts';
import { withoutUndefined } from '../../model/without-undefined.ts';

const STARTED_AT = { startedAt: z.string(), seed: z.string() };
const ASKED = { scenario: z.string(), question: z.string() };

/** The part of a run's summary that the list shows. */
const LISTED_SUMMARY = z.object({
  ...ASKED,
  seed: z.string(),
  job: z.enum(['simulate', 'replay', 'load']),
  verdict: z.object({
    word: z.enum(['as-expected', 'not-as-expected', 'unknown', 'partial']),
    sentence: z.string(),
    nothingExpected: z.literal(true).optional(),
  }),
  metrics: z.record(z.string(), z.number()),
});

/** An entry of the list, as the folder of a run, a plan, a check or a search holds it. */
export const INDEX_ENTRY = z.discriminatedUnion('format', [
  z.object({
    format: z.literal('millrace-entry/1'),
    startedAt: z.string(),
    summary: LISTED_SUMMARY,
    /** Loads: payments sent per second. */
    rate: z.number().optional(),
    /** The version or commit that was tested, what the nodes reported, and the version of Millrace, as far as they are known. */
    build: z.string().optional(),
    nodesVersion: z.string().optional(),
    millrace: z.string().optional(),
  }),
  z.object({
    format: z.literal('millrace-plan/1'),
    ...ASKED,
    ...STARTED_AT,
    // Entries of earlier builds have none.
    standing: z.enum(['met', 'missed', 'undecided', 'answered', 'partly']).default('answered'),
    answer: z.string(),
  }),
  z.object({
    format: z.literal('millrace-check-entry/1'),
    /** The nodes or the scenario that was checked, in a few words. */
    subject: z.string(),
    nodesVersion: z.string().optional(),
    ...STARTED_AT,
    verdict: z.enum(['holds', 'violated', 'unknown']),
    sentence: z.string(),
  }),
  z.object({
    format: z.literal('millrace-capacity/1'),
    ...ASKED,
    ...STARTED_AT,
    conditions: z.array(z.string()).readonly(),
    rate: z.number(),
    from: z.number(),
    to: z.number(),
    confidence: z.number(),
    ended: z.enum(['found', 'not-reached', 'below-lowest', 'most-probes', 'interrupted']),
    probes: z.array(z.object({ rate: z.number() })).readonly(),
  }),
]);

export type IndexEntry = z.infer<typeof INDEX_ENTRY>;

/** An entry, and where its page is, relative to the index. */
export type LinkedEntry = IndexEntry & { readonly href: string };

/** Entries of one kind. */
export type EntryOf<Format extends IndexEntry['format']> = Extract<LinkedEntry, { readonly format: Format }>;

const LISTED_METRICS = [
  'payments',
  'success_rate',
  'latency_p95_ms',
  'drained_channels',
  'differences',
] as const satisfies readonly (keyof typeof METRICS)[];

/** The entry of a run. */
export function runEntry(
  header: {
    readonly startedAt: string;
    readonly build?: string;
    readonly nodesVersion?: string;
    readonly versions?: { readonly millrace: string };
  },
  summary: z.infer<typeof LISTED_SUMMARY>,
  ratePerSecond?: number,
): IndexEntry {
  const { scenario, question, seed, job, verdict, metrics } = summary;
  const { startedAt, build, nodesVersion, versions } = header;
  const listed = Object.fromEntries(LISTED_METRICS.map((name) => [name, metrics[name] ?? 0]));
  return {
    format: 'millrace-entry/1',
    startedAt,
    summary: { scenario, question, seed, job, verdict, metrics: listed },
    ...(ratePerSecond !== undefined && { rate: ratePerSecond }),
    ...withoutUndefined({ build, nodesVersion }),
    ...(versions !== undefined && { millrace: versions.millrace }),
  };
}
