// `@fretwork/sdk/vite`: builds a plugin's package into files that Fretwork loads by address, and lets its tests
// run against the SDK of this checkout.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runnerImport } from 'vite'
import { root as checkout } from '../project.mjs'
import { sdkAliases } from './sdk-faces.mjs'

/** What the application's import map has: two Reacts on one page would not know each other's hooks. */
export const SHARED =
  /^(react|react-dom|react\/jsx-runtime|@fretwork\/sdk(\/api|\/react|\/plugins\/[a-z0-9-]+)?)$/
/** What belongs to those, but is for tests and for the application itself. */
const NEVER = /^(react|react-dom|@fretwork\/sdk)\//
const ENTRY = 'index.js'

/** In tests there must be one React as well: that of the SDK, whatever the package has installed itself. */
const reactAliases = () =>
  ['react-dom', 'react'].map(name => ({
    find: new RegExp(`^${name}(?=$|/)`),
    replacement: join(checkout, 'node_modules', name),
  }))

const PACKING = 'fretwork:packing'

/** Everything that has to run to describe a plugin: the module runner is gone once it has answered. */
const packingSource = manifest => `
  import manifest from ${JSON.stringify(manifest)}
  import { manifestToJson } from ${JSON.stringify(join(checkout, 'src/core/kernel/manifest/external-manifest.ts'))}
  export { manifest, manifestToJson }
  export const words = await Promise.all(
    Object.entries(manifest.locales ?? {}).map(async ([language, load]) => [language, (await load()).default]),
  )
`

/** Runs the manifest's TypeScript source. */
async function runManifest(file) {
  const packing = {
    name: PACKING,
    resolveId: id => (id === PACKING ? `\0${PACKING}` : undefined),
    load: id => (id === `\0${PACKING}` ? packingSource(file) : undefined),
  }
  const { module } = await runnerImport(PACKING, {
    root: checkout,
    configFile: false,
    logLevel: 'error',
    resolve: { alias: sdkAliases() },
    plugins: [packing],
  })
  return module
}

const hashOf = file => `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`

/** Writes the words of a plugin as files of the package. @returns their paths by language */
function writeLocales(words, folder) {
  mkdirSync(join(folder, 'locales'), { recursive: true })
  return Object.fromEntries(
    words.map(([language, sentences]) => {
      const path = `locales/${language}.json`
      writeFileSync(join(folder, path), `${JSON.stringify(sentences, null, 2)}\n`)
      return [language, path]
    }),
  )
}

/**
 * A Vite plugin: `vite build` writes `plugin.json`, the entry and everything that the entry loads into `dist`.
 * @param options paths of the module with the manifest and of the one with the runtime, below the package
 */
export function fretworkPlugin({ manifest = 'src/index.ts', runtime = 'src/runtime.ts' } = {}) {
  let root = ''
  return {
    name: 'fretwork:plugin',
    // Refuses what must not be bundled before it is resolved.
    enforce: 'pre',
    config: () => ({
      resolve: { alias: process.env.VITEST ? [...sdkAliases(), ...reactAliases()] : [] },
      // Vite leaves this to the bundler of a library, and there is none.
      define: process.env.VITEST ? {} : { 'process.env.NODE_ENV': '"production"' },
      build: {
        target: 'es2022',
        lib: { entry: runtime, formats: ['es'], fileName: () => ENTRY, cssFileName: 'style' },
        rolldownOptions: { external: SHARED },
      },
    }),
    configResolved(config) {
      root = config.root
    },
    resolveId(name) {
      if (process.env.VITEST || SHARED.test(name) || !NEVER.test(name)) return
      this.error(`A plugin cannot bundle "${name}": the page would have it twice.`)
    },
    async writeBundle({ dir }, bundle) {
      const { manifest: described, manifestToJson, words } = await runManifest(join(root, manifest))
      const locales = words.length === 0 ? {} : writeLocales(words, dir)
      const paths = [...Object.keys(bundle), ...Object.values(locales)].filter(path => path !== ENTRY)
      const packed = manifestToJson(described, {
        entry: ENTRY,
        integrity: hashOf(join(dir, ENTRY)),
        files: Object.fromEntries(paths.map(path => [path, hashOf(join(dir, path))])),
        locales,
        styles: paths.filter(path => path.endsWith('.css')),
      })
      writeFileSync(join(dir, 'plugin.json'), `${JSON.stringify(packed, null, 2)}\n`)
    },
  }
}
