import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { raiden } from '../../../src/rest/raiden/dialect.ts';
import { openApiDocument } from '../../../src/rest/serve/openapi.ts';
import { addressOf, serveLine } from '../simulated-line.ts';
import { everyEndpoint } from '../every-endpoint.ts';

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

const document = openApiDocument(raiden) as Document;

// `example` says nothing about validity; Ajv only has to know the word.
const ajv = new Ajv2020({ strict: true, strictTypes: false });
ajv.addVocabulary(['example']);
ajv.addSchema({ $id: 'openapi', $defs: atDefinitions(document.components.schemas) });

function atDefinitions(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', 'openapi#/$defs/')) as object;
}

const validator = (schema: object) => ajv.compile(atDefinitions(schema));

describe('the OpenAPI document', () => {
  it('is of version 3.1 and names every endpoint once', () => {
    expect(document.openapi).toBe('3.1.0');
    const named = Object.values(document.paths).flatMap((path) => Object.values(path));
    const names = named.map(({ operationId }) => operationId);
    expect(new Set(names)).toEqual(
      new Set([...everyEndpoint.map(({ operation }) => operation), 'getOpenApi']),
    );
    expect(names).toHaveLength(everyEndpoint.length + 1);
  });

  it('refers only to schemas it has', () => {
    const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g);
    const missing = [...references].filter(
      ([, name]) => !Object.hasOwn(document.components.schemas, name as string),
    );
    expect(missing).toEqual([]);
  });

  it('requires of a payment its amount, as text or number, and nothing it does not know', () => {
    const validate = validator({ $ref: '#/components/schemas/PaymentRequest' });
    expect(
      ['{"amount":"5"}', '{"amount":5,"identifier":"7"}', '{"amount":5,"identifier":null}'].map((body) =>
        validate(JSON.parse(body)),
      ),
    ).toEqual([true, true, true]);
    expect(['{}', '{"amount":[]}', '{"amount":1,"fee":2}'].map((body) => validate(JSON.parse(body)))).toEqual(
      [false, false, false],
    );
  });
});

describe('what a sandbox answers', () => {
  let line: Awaited<ReturnType<typeof serveLine>>;
  beforeAll(async () => {
    line = await serveLine();
  });
  afterAll(() => line.close());

  const read = async (url: string): Promise<unknown> => (await fetch(url)).json();

  it('includes the document, on every port', async () => {
    for (const url of [line.baseUrls['alice'], line.pathFindingUrl])
      expect(await read(`${url}/openapi.json`)).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it('is valid by the document, for every read', async () => {
    await fetch(`${line.baseUrls['alice']}/api/v1/payments/${line.token}/${addressOf('bob')}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"amount": 1}',
    });
    for (const [path, methods] of Object.entries(document.paths)) {
      const get = methods['get'] as
        | { readonly tags: readonly string[]; readonly responses: Readonly<Record<string, object>> }
        | undefined;
      // Nobody has promised to pay a service that costs nothing.
      if (get === undefined || path.endsWith('/payment/iou')) continue;
      const base = get.tags.includes('path-finding service') ? line.pathFindingUrl : line.baseUrls['alice'];
      const url = path
        .replace('{token_address}', line.token)
        .replace('{token_network_address}', line.tokenNetwork)
        .replace(/\{\w+\}/, addressOf('bob'));
      const { content } = get.responses['200'] as {
        readonly content: Readonly<Record<string, { schema: object }>>;
      };
      const validate = validator(content['application/json']?.schema ?? {});
      expect(validate(await read(`${base}${url}`)), `${url}: ${ajv.errorsText(validate.errors)}`).toBe(true);
    }
  });
});
