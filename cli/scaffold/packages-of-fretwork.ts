/** Where a new package gets the SDK and its tools from: the registry, or a checkout. */
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { CliError, EXIT } from '../errors.js'

/** The development dependencies of a plugin besides Fretwork's own. */
export const TOOLS = [
  ...['@testing-library/dom', '@testing-library/react', '@types/react', '@types/react-dom', 'happy-dom'],
  ...['react', 'react-dom', 'vite', 'vitest', 'zod'],
] as const
/** The name of the compiler in Fretwork's package.json. */
export const COMPILER = '@typescript/native'

export interface Packages {
  /** Version ranges by name: what a new plugin is developed with. */
  readonly dependencies: Readonly<Record<string, string>>
  /** The command that checks the built plugin. */
  readonly check: string
  /** Where the SDK comes from, for the README; undefined for the registry. */
  readonly checkout?: string
}

/** Written into the compiled packages by `npm run packages`; undefined in a checkout. */
declare const PACKAGES_OF_FRETWORK: Readonly<Record<string, string>> | undefined

/**
 * @param root folder of a checkout, where this program does not come from a package
 * @param place folder of the new plugin
 * @throws CliError `sdk_missing`
 */
export function packagesFor(root: string, place: string): Packages {
  if (typeof PACKAGES_OF_FRETWORK !== 'undefined') {
    return { dependencies: PACKAGES_OF_FRETWORK, check: 'fretwork plugins check dist' }
  }
  const file = join(root, 'package.json')
  if (!existsSync(file) || !existsSync(join(root, 'src/core/index.ts'))) {
    throw new CliError(
      'sdk_missing',
      `There are no sources of Fretwork in ${root} to take the SDK from; run this in a checkout, or use "npm create @fretwork/plugin".`,
      EXIT.badInput,
    )
  }
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(file, 'utf8'))
  const versions: Readonly<Record<string, string>> = { ...dependencies, ...devDependencies }
  const checkout = relative(place, root).split('\\').join('/')
  return {
    dependencies: {
      '@fretwork/sdk': `file:${checkout}`,
      ...Object.fromEntries(TOOLS.map(name => [name, versions[name] ?? '*'])),
      typescript: versions[COMPILER]?.replace(/^.*@/, '') ?? '*',
    },
    // From the sources, so that the checkout need not be built.
    check: 'node node_modules/@fretwork/sdk/cli/dev.mjs plugins check dist',
    checkout,
  }
}
