/** A new plugin as a package of its own, which Fretwork loads by address. */
import { existsSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { CliError, EXIT } from '../errors.js'
import { refuseExisting, writeAll } from './files.js'
import type { ScaffoldNames } from './names.js'
import { packageReadme } from './package-readme.js'
import { PACKAGE } from './place.js'
import { pluginFiles } from './plugin-files.js'
import { testFile } from './test-file.js'

/** Packages that a plugin is written and built with; the versions are those that Fretwork itself has. */
const TOOLS = ['@types/react', 'happy-dom', 'react', 'react-dom', 'vite', 'vitest', 'zod'] as const
/** The compiler has another name here than in a package. */
const COMPILER = '@typescript/native'

/**
 * @param root folder of Fretwork's checkout: the SDK is taken from there
 * @param folder where the package will be; must not be there yet, or be empty
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
    'README.md': packageReadme(names, sdk),
    '.gitignore': 'node_modules/\ndist/\n',
  }
  writeAll([{ folder: place, files }])
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
      // From its sources: a checkout need not be built for this.
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

/** The SDK's sources are compiled along, so what is strict here must not be stricter than there. */
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
