/** A new plugin as a package, which Fretwork loads from an address. */
import { join, resolve } from 'node:path'
import { refuseExisting, writeAll } from './files.js'
import type { ScaffoldNames } from './names.js'
import { type Packages, packagesFor } from './packages-of-fretwork.js'
import { PACKAGE } from './place.js'
import { fileTable, pluginFiles, testFile } from './plugin-files.js'

/**
 * @param root folder of Fretwork's checkout, which contains the SDK; of no use where this program is a package itself
 * @param folder of the package; must be missing or empty
 * @throws CliError `sdk_missing`, `folder_exists`, `not_written`
 */
export function scaffoldPackage(root: string, folder: string, names: ScaffoldNames): string[] {
  const place = resolve(folder)
  const packages = packagesFor(root, place)
  refuseExisting(place)
  const sources = Object.entries(pluginFiles(names, PACKAGE))
  const files: Record<string, string> = {
    ...Object.fromEntries(sources.map(([path, text]) => [`src/${path}`, text])),
    [`tests/${names.id}.test.tsx`]: testFile(names, PACKAGE, '../src'),
    'package.json': json(packageJson(names, packages)),
    'tsconfig.json': json(tsconfig(packages)),
    'vite.config.ts': VITE_CONFIG,
    'README.md': readme(names, packages),
    '.gitignore': 'node_modules/\ndist/\n',
  }
  writeAll({ [place]: files })
  return Object.keys(files).map(path => join(folder, path))
}

function packageJson({ id, title }: ScaffoldNames, { dependencies, check }: Packages) {
  return {
    name: `fretwork-plugin-${id}`,
    version: '0.1.0',
    description: `${title}, a plugin for Fretwork`,
    private: true,
    type: 'module',
    scripts: {
      build: 'vite build',
      check,
      dev: 'vite build --watch',
      test: 'vitest run',
      types: 'tsc',
    },
    devDependencies: Object.fromEntries(Object.entries(dependencies).sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

/** From a checkout, the SDK's sources are compiled as well: not stricter than Fretwork's own, and not their libraries. */
function tsconfig({ checkout }: Packages) {
  const compilerOptions = {
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
    skipLibCheck: checkout !== undefined,
    noEmit: true,
  }
  return { compilerOptions, include: ['src', 'tests'] }
}

const VITE_CONFIG = `// Builds the plugin into dist/: plugin.json with the hash of every file, and the files themselves.
import { fretworkPlugin } from '@fretwork/sdk/vite'
import { defineConfig } from 'vitest/config'

export default defineConfig({ plugins: [fretworkPlugin()] })
`

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

function readme({ id, title }: ScaffoldNames, { checkout }: Packages): string {
  const origin =
    checkout === undefined
      ? ''
      : `
The SDK, \`@fretwork/sdk\`, comes from a checkout of Fretwork with its dependencies installed, in
\`${checkout}\` (see \`devDependencies\` in package.json).
`
  return `# ${title}

A plugin for Fretwork. It measures the tempo of your taps: the page \`/${id}\`, and the command *Tap the tempo* in
the palette.

    npm install
    npm test          runs tests/${id}.test.tsx in a whole Fretwork in memory
    npm run types
    npm run build     writes dist/plugin.json with the hash of every file, and the files
    npm run check     compares dist/ with the built-in plugins: ids, keys, services, hashes
    npm run dev       builds again whenever a file changes
${origin}
Builds do not contain the SDK, React or zod: the application shares its own with all plugins.

${fileTable('src/')}

## Into Fretwork
Build and check the plugin, then put the folder \`dist\` where the operator of a Fretwork server can reach it. The
server's configuration lists the plugins that it loads, with the hash of each: see *External plugins* in
\`docs/operating.md\` of Fretwork. While you work on it, list the folder with \`"watch": true\`, and \`npm run dev\`
replaces the plugin in the pages that have it open.
`
}
