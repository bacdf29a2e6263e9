import { controlEndpoints } from '../../src/rest/control/control-endpoints.ts';
import { pathFindingEndpoints } from '../../src/rest/path-finding/path-finding-endpoints.ts';
import { raiden } from '../../src/rest/raiden/dialect.ts';
import { servedEndpoints } from '../../src/rest/serve/openapi.ts';

/** What a sandbox of Raiden nodes answers, at all its ports. */
export const everyEndpoint = [servedEndpoints(raiden), pathFindingEndpoints, controlEndpoints].flatMap(
  (group) => Object.values(group),
);
