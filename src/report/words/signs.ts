/** The sign of each judgement, so that none depends on colour. */
export const SIGNS = { good: '✓', bad: '✗', open: '!', unknown: '?' } as const;

/** Whether something is as it should be. */
export type Mark = keyof typeof SIGNS;
