import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { InputError } from '../../errors.ts';
import type { WebFiles } from '../../rest/web-interface/web-interface.ts';

/** The files of a web interface in a folder; nothing outside it can be read. Throws InputError when it has none. */
export function webFilesIn(folder: string): WebFiles {
  const root = [folder, join(folder, 'ui'), join(folder, 'raiden_webui', 'ui')].find((one) =>
    existsSync(join(one, 'index.html')),
  );
  if (root === undefined)
    throw new InputError({
      message: `--webui: there is no index.html in ${folder}`,
      hint: 'expected the folder of a web interface, e.g. raiden_webui/ui after `pip install --target . --no-deps raiden-webui`',
    });
  const whole = realpathSync(root);
  return {
    read(path) {
      const named = join(whole, path);
      if (!named.startsWith(whole + sep) || !existsSync(named)) return undefined;
      const file = realpathSync(named);
      return file.startsWith(whole + sep) && statSync(file).isFile() ? readFileSync(file) : undefined;
    },
  };
}
