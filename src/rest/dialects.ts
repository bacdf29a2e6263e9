// One line for each dialect: everything else about it stands in its folder.
export { asDocumented } from './as-documented/dialect.ts';
export { raiden } from './raiden/dialect.ts';
export { raiden2 } from './raiden-2/dialect.ts';
export { raidenLight } from './raiden-light/dialect.ts';
