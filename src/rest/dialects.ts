// One line for each dialect: everything else about it stands in its folder.
export { raiden } from './raiden/dialect.ts';
export { raidenLight } from './raiden-light/dialect.ts';
