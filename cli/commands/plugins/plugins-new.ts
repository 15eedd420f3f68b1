/** `fretwork plugins new`: generates a working plugin. */
import { isAbsolute, relative } from 'node:path'
import { PLUGINS } from '../../../src/plugins/plugin-list.js'
import { CliError, EXIT } from '../../errors.js'
import { checkoutRoot } from '../../platform/checkout.js'
import { scaffoldInRepo } from '../../scaffold/in-repo.js'
import { namesOf } from '../../scaffold/names.js'
import { scaffoldPackage } from '../../scaffold/package.js'

interface NewOptions {
  readonly inRepo?: boolean
  /** Folder of a new package. */
  readonly package?: string
}

interface Places {
  /** Fretwork's checkout. */
  readonly root: string
  /** The folder at hand. */
  readonly here: string
}

export function create(
  name: string,
  options: NewOptions,
  { root, here }: Places = { root: checkoutRoot(), here: process.cwd() },
): number {
  if (options.inRepo && options.package !== undefined) {
    throw new CliError(
      'options_conflict',
      'A plugin lives inside the repository or in a package of its own: leave out --in-repo or --package.',
      EXIT.usage,
    )
  }
  if (!options.inRepo && options.package === undefined && isOutside(root, here)) {
    throw new CliError(
      'place_unclear',
      `Say where "${name}" is to be: --package <folder> for a package of its own, or --in-repo for ${root}.`,
      EXIT.usage,
    )
  }
  const names = namesOf(name, PLUGINS)
  const folder = options.package
  const made = folder === undefined ? scaffoldInRepo(root, names) : scaffoldPackage(root, folder, names)
  const next =
    folder === undefined
      ? ['npm run dev', `npx vitest run tests/plugins/${name}`]
      : [`cd ${folder}`, 'npm install', 'npm test', 'npm run build']
  const lines = [...made, '', 'Now:', ...next.map(line => `  ${line}`)]
  process.stdout.write(`${lines.join('\n')}\n`)
  return EXIT.ok
}

function isOutside(root: string, folder: string): boolean {
  const path = relative(root, folder)
  return path.split(/[\\/]/, 1)[0] === '..' || isAbsolute(path)
}
