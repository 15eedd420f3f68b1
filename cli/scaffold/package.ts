/** A new plugin as a package, which Fretwork loads from an address. */
import { existsSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { CliError, EXIT } from '../errors.js'
import { refuseExisting, writeAll } from './files.js'
import type { ScaffoldNames } from './names.js'
import { PACKAGE } from './place.js'
import { fileTable, pluginFiles, testFile } from './plugin-files.js'

/** The development dependencies of a plugin, in the versions that Fretwork uses. */
const TOOLS = ['@types/react', 'happy-dom', 'react', 'react-dom', 'vite', 'vitest', 'zod'] as const
/** The name of the compiler in this package.json. */
const COMPILER = '@typescript/native'

/**
 * @param root folder of Fretwork's checkout, which contains the SDK
 * @param folder of the package; must be missing or empty
 * @throws CliError `sdk_missing`, `folder_exists`, `not_written`
 */
export function scaffoldPackage(root: string, folder: string, names: ScaffoldNames): string[] {
  const versions = versionsIn(root)
  const place = resolve(folder)
  refuseExisting(place)
  const sources = Object.entries(pluginFiles(names, PACKAGE))
  const sdk = relative(place, root).split('\\').join('/')
  const files: Record<string, string> = {
    ...Object.fromEntries(sources.map(([path, text]) => [`src/${path}`, text])),
    [`tests/${names.id}.test.tsx`]: testFile(names, PACKAGE, '../src'),
    'package.json': json(packageJson(names, versions, sdk)),
    'tsconfig.json': json(TSCONFIG),
    'vite.config.ts': VITE_CONFIG,
    'README.md': readme(names, sdk),
    '.gitignore': 'node_modules/\ndist/\n',
  }
  writeAll({ [place]: files })
  return Object.keys(files).map(path => join(folder, path))
}

function versionsIn(root: string): Readonly<Record<string, string>> {
  const file = join(root, 'package.json')
  const face = join(root, 'src/core/index.ts')
  if (!existsSync(file) || !existsSync(face)) {
    throw new CliError(
      'sdk_missing',
      `The SDK is not published, and there are no sources of Fretwork in ${root} to take it from; run this in a checkout.`,
      EXIT.badInput,
    )
  }
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(file, 'utf8'))
  return { ...dependencies, ...devDependencies }
}

function packageJson({ id, title }: ScaffoldNames, versions: Readonly<Record<string, string>>, sdk: string) {
  return {
    name: `fretwork-plugin-${id}`,
    version: '0.1.0',
    description: `${title}, a plugin for Fretwork`,
    private: true,
    type: 'module',
    scripts: {
      build: 'vite build',
      // From the sources, so that the checkout need not be built.
      check: 'node node_modules/@fretwork/sdk/cli/dev.mjs plugins check dist',
      test: 'vitest run',
      types: 'tsc',
    },
    devDependencies: {
      '@fretwork/sdk': `file:${sdk}`,
      ...Object.fromEntries(TOOLS.map(name => [name, versions[name]])),
      typescript: versions[COMPILER]?.replace(/^.*@/, ''),
    },
  }
}

/** Not stricter than Fretwork's: the SDK's sources are compiled as well. */
const TSCONFIG = {
  compilerOptions: {
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'bundler',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: [],
    jsx: 'react-jsx',
    strict: true,
    noUncheckedIndexedAccess: true,
    isolatedModules: true,
    verbatimModuleSyntax: true,
    experimentalDecorators: true,
    resolveJsonModule: true,
    skipLibCheck: true,
    noEmit: true,
  },
  include: ['src', 'tests'],
}

const VITE_CONFIG = `// Builds the plugin into dist/: plugin.json with the hash of every file, and the files themselves.
import { fretworkPlugin } from '@fretwork/sdk/vite'
import { defineConfig } from 'vitest/config'

export default defineConfig({ plugins: [fretworkPlugin()] })
`

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

function readme({ id, title }: ScaffoldNames, sdk: string): string {
  return `# ${title}

A plugin for Fretwork. It measures the tempo of your taps: the page \`/${id}\`, and the command *Tap the tempo* in
the palette.

    npm install
    npm test          runs tests/${id}.test.tsx in a whole Fretwork in memory
    npm run types
    npm run build     writes dist/plugin.json with the hash of every file, and the files
    npm run check     compares dist/ with the built-in plugins: ids, keys, services, hashes

The SDK, \`@fretwork/sdk\`, is not published yet. It comes from a checkout of Fretwork with its dependencies
installed, in \`${sdk}\` (see \`devDependencies\` in package.json). Builds do not contain it: the
application shares the SDK and React with all plugins.

${fileTable('src/')}

## Into Fretwork
Build and check the plugin, then put the folder \`dist\` where the operator of a Fretwork server can reach it. The
server's configuration lists the plugins that it loads, with the hash of each: see *External plugins* in
\`docs/operating.md\` of Fretwork.

A plugin runs with all rights of the page. There is no sandbox, so operators only add plugins that they trust.
`
}
