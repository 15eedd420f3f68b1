// `@fretwork/sdk/vite`: builds a plugin package that Fretwork can load from a URL, and resolves the SDK in
// the plugin's tests. The package `@fretwork/sdk` contains this file with a different `sdk-place.mjs`.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runnerImport } from 'vite'
import { aliases, MANIFEST_JSON, runnerRoot, testAliases } from './sdk-place.mjs'

/** Modules provided by the app. React hooks do not work with two copies of React on one page. */
export const SHARED =
  /^(react|react-dom|react\/jsx-runtime|zod(\/mini)?|@fretwork\/sdk(\/api|\/react|\/plugins\/[a-z0-9-]+)?)$/
/** Modules that plugins must not import: they are only for tests and the app itself. */
const NEVER = /^(react|react-dom|@fretwork\/sdk)\//
const ENTRY = 'index.js'

const PACKING = 'fretwork:packing'

/**
 * Source of a module that loads the manifest and its translations. Translations must be loaded here, because
 * the module runner closes after the import.
 */
const packingSource = manifest => `
  import manifest from ${JSON.stringify(manifest)}
  import { manifestToJson } from ${JSON.stringify(MANIFEST_JSON)}
  export { manifest, manifestToJson }
  export const words = await Promise.all(
    Object.entries(manifest.locales ?? {}).map(async ([language, load]) => [language, (await load()).default]),
  )
`

/** @returns the module's exports and source files */
async function runManifest(file, folder) {
  const packing = {
    name: PACKING,
    resolveId: id => (id === PACKING ? `\0${PACKING}` : undefined),
    load: id => (id === `\0${PACKING}` ? packingSource(file) : undefined),
  }
  return await runnerImport(PACKING, {
    root: runnerRoot(folder),
    configFile: false,
    logLevel: 'error',
    resolve: { alias: aliases() },
    plugins: [packing],
  })
}

const hashOf = file => `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`

/** @returns translation file paths by language */
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
 * Writes the manifest last and atomically, because a server that watches the folder uses it to detect a new
 * build.
 */
function writeManifest(folder, packed) {
  const draft = join(folder, 'plugin.json.part')
  writeFileSync(draft, `${JSON.stringify(packed, null, 2)}\n`)
  renameSync(draft, join(folder, 'plugin.json'))
}

/** @param options paths to the manifest and runtime modules, relative to the package */
export function fretworkPlugin({ manifest = 'src/index.ts', runtime = 'src/runtime.ts' } = {}) {
  let root = ''
  /** Files that only the manifest imports, which the bundler does not see. */
  let described = []
  return {
    name: 'fretwork:plugin',
    // Run before the import is resolved.
    enforce: 'pre',
    config: () => ({
      resolve: { alias: process.env.VITEST ? testAliases() : [] },
      // Vite does not replace this in library mode.
      define: process.env.VITEST ? {} : { 'process.env.NODE_ENV': '"production"' },
      build: {
        target: 'es2022',
        lib: { entry: runtime, formats: ['es'], fileName: () => ENTRY, cssFileName: 'style' },
        rolldownOptions: { external: SHARED },
      },
    }),
    configResolved(config) {
      root = config.root
      described = [join(root, manifest)]
    },
    buildStart() {
      for (const file of described) this.addWatchFile(file)
    },
    resolveId(name) {
      if (process.env.VITEST || SHARED.test(name) || !NEVER.test(name)) return
      this.error(`A plugin cannot bundle "${name}": the page would have it twice.`)
    },
    async writeBundle({ dir }, bundle) {
      const { module, dependencies } = await runManifest(join(root, manifest), root)
      const own = dependencies.filter(file => !file.includes('\0') && !file.includes('node_modules'))
      described = [join(root, manifest), ...own]
      const locales = module.words.length === 0 ? {} : writeLocales(module.words, dir)
      const paths = [...Object.keys(bundle), ...Object.values(locales)].filter(path => path !== ENTRY)
      const packed = module.manifestToJson(module.manifest, {
        entry: ENTRY,
        integrity: hashOf(join(dir, ENTRY)),
        files: Object.fromEntries(paths.map(path => [path, hashOf(join(dir, path))])),
        locales,
        styles: paths.filter(path => path.endsWith('.css')),
      })
      writeManifest(dir, packed)
    },
  }
}
