import { fileURLToPath } from 'node:url';

/** What the demo runs; it comes with the package, three folders above this one, built or not. */
export const DEMO_SCENARIO = fileURLToPath(new URL('../../../scenarios/demo.yaml', import.meta.url));
