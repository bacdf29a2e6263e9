/** The Node version a run was made with, e.g. `20.20.2`. */
export const NODE_VERSION: string = process.versions.node;

/** Millrace's own version; a test keeps it equal to package.json's. */
export const MILLRACE_VERSION = '0.1.0';
