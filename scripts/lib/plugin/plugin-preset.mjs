// `@fretwork/sdk/vite`: builds a plugin into one script and runs it to create plugin.json.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packPlugin, sdkAliases } from './plugin-place.mjs'

const ENTRY = 'index.js'
const ENTRIES = ['src/index.ts', 'src/index.tsx', 'src/index.js']

const PANEL = 'a panel is data that Fretwork draws: call panel.show(() => ({ title, text, buttons }))'

const hashOf = file => `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`

/** @param options.entry module whose default export is the plugin, relative to the package */
export function fretworkPlugin({ entry } = {}) {
  let root = ''
  let isBuild = false
  return {
    name: 'fretwork:plugin',
    enforce: 'pre',
    config: ({ root: folder = '.' }) => ({
      resolve: { alias: sdkAliases() },
      // Vite does not replace `process.env` in library mode.
      define: process.env.VITEST ? {} : { 'process.env.NODE_ENV': '"production"' },
      build: {
        target: 'es2022',
        sourcemap: true,
        lib: {
          entry: entry ?? ENTRIES.find(file => existsSync(join(folder, file))) ?? ENTRIES[0],
          formats: ['es'],
          fileName: () => ENTRY,
        },
        // Keep names from the sources for error messages.
        minify: false,
        rolldownOptions: {
          output: { codeSplitting: false, minify: { compress: true, mangle: false, codegen: false } },
        },
      },
    }),
    configResolved(config) {
      root = config.root
      isBuild = config.command === 'build'
    },
    resolveId(source, importer) {
      const instead = isBuild && importer && !importer.includes('node_modules') && insteadOf(source)
      if (instead) refuse(`${relative(root, importer)} imports "${source}"; ${instead}.`)
    },
    transform(code, id) {
      const file = relative(root, id.split('?')[0])
      if (!isBuild || file.includes('node_modules')) return
      const fault = /\.[jt]sx?$/.test(file) ? faultIn(code) : file.endsWith('.json') && jsonFault(code)
      if (fault) refuse(`${file} ${fault}.`)
    },
    // Check types after the imports, whose messages say more than the compiler's, and before the code runs.
    buildEnd(error) {
      if (error || !isBuild || this.meta.watchMode || !existsSync(join(root, 'tsconfig.json'))) return
      const { status, error: missing } = spawnSync('tsc', ['--noEmit'], {
        cwd: root,
        stdio: 'inherit',
        shell: true,
      })
      if (status !== 0) refuse(missing?.message ?? 'The types are wrong, as listed above.')
    },
    async writeBundle({ dir }) {
      const script = join(dir, ENTRY)
      const map = `${script}.map`
      const json = await packPlugin({
        version: versionOf(root) ?? refuse('package.json has no version; add "version": "1.0.0"'),
        entry: ENTRY,
        script: pathToFileURL(script).href,
        // The query makes Node load the new build in watch mode.
        load: () => import(`${pathToFileURL(script).href}?${hashOf(script)}`),
        readMap: async () => (existsSync(map) ? readFileSync(map, 'utf8') : undefined),
        hash: path => hashOf(join(dir, path)),
        write: (path, content) => {
          mkdirSync(join(dir, 'locales'), { recursive: true })
          writeFileSync(join(dir, path), content)
        },
        files: existsSync(map) ? [`${ENTRY}.map`] : [],
        warn: message => this.warn(message),
      }).catch(error => refuse(error.message))
      writeManifest(dir, json)
    },
  }
}

/** Returns what to use instead of a module that plugins cannot use. */
function insteadOf(source) {
  if (/^(react|react-dom|preact|vue|svelte|lit)(\/|$)/.test(source)) return PANEL
  if (source.startsWith('node:') || builtinModules.includes(source))
    return 'plugins run in a browser: use storage, network or page of the context of setup'
  if (/\.(css|scss|less)$/.test(source)) return 'Fretwork draws panels in its own style'
  if (/^@fretwork\/sdk\/(testing|vite)$/.test(source)) return 'import it only in tests and in vite.config.ts'
  if (/^@fretwork\/sdk\//.test(source) || /\/src\/(core|plugins|music|app)\//.test(source))
    return 'everything that plugins can use comes from "@fretwork/sdk" and the context of setup'
  return undefined
}

/** Returns mistakes that would make the parser or the compiler report a different problem. */
function faultIn(code) {
  for (const [, names, source] of code.matchAll(/^import\b([^'"]*)['"]([^'"]+)['"]/gm)) {
    const instead = insteadOf(source)
    if (instead) return `imports "${source}"; ${instead}`
    const old = source === '@fretwork/sdk' && /\bdefine\w+/.exec(names)?.[0]
    if (old)
      return `imports "${old}" of SDK 1; import "plugin" and write export default plugin({ …, setup(context) { … } })`
  }
  if (/(=>|return)\s*\(?\s*<[a-z]+[\s/>]/.test(code) && /<\/|\/>/.test(code)) return `contains JSX; ${PANEL}`
  return undefined
}

function jsonFault(text) {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return `is not valid JSON: ${error.message}`
  }
}

/** Rolldown prints the stack if it exists. */
function refuse(message) {
  throw Object.assign(new Error(message), { stack: '' })
}

function versionOf(root) {
  const file = join(root, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : '0.0.0'
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
