import type { Plugin } from 'vitest/config';

export function pageParts(): Plugin;
