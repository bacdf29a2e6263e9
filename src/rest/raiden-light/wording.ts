import { errorText } from '../../model/run/reason.ts';
import type { Refusal, Wording } from '../wording.ts';

/**
 * Refusals in the form of the light client: texts instead of JSON, and a page of its framework for what it did not
 * expect (raiden.md 1.8). What a simulated node itself says stays as it is.
 */
export const lightWording: Wording = {
  invalidAddress: ({ value }) =>
    text(404, `The given address '${value}' is not valid eip55-encoded Ethereum address`),
  invalidFields: (errors) => text(400, `Invalid ${Object.keys(errors)[0] ?? 'body'} parameter.`),
  refused: ({ status, errors }) =>
    status >= 500 ? page(errorText(errors)) : text(status, errorText(errors)),
  unknownPath: page('Undefined resource'),
  methodNotAllowed: page('Undefined resource'),
  noJson: page('Unexpected end of JSON input'),
  malformed: page('Unexpected token in JSON'),
};

function text(status: number, words: string): Refusal {
  return { status, byHandler: false, text: words, type: 'text/plain' };
}

function page(words: string): Refusal {
  const html = `<!DOCTYPE html>\n<html lang="en"><head><title>Error</title></head><body><pre>${words}</pre></body></html>\n`;
  return { status: 500, byHandler: false, text: html, type: 'text/html' };
}
