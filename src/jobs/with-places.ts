import { InputError } from '../errors.ts';
import { readYaml } from '../scenario/text/yaml-document.ts';

/** An error with the line of each field of the file that its faults name by path alone; any other error as it is. */
export function withPlaces(
  error: unknown,
  source: { readonly file: string; readonly text: string },
): unknown {
  if (!(error instanceof InputError)) return error;
  const document = readYaml(source);
  return new InputError(
    error.faults.map((fault) => {
      const { place } = fault;
      if (place?.path === undefined || place.line !== undefined || place.file !== source.file) return fault;
      const steps = place.path.match(/[^.[\]]+/g) ?? [];
      const at = document.placeOf(steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step)));
      return { ...fault, place: { ...at, path: place.path } };
    }),
  );
}
