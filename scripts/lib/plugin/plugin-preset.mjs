// `@fretwork/sdk/vite`: builds a plugin into one script, runs it, and writes what it registers to plugin.json.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packPlugin, sdkAliases } from './plugin-place.mjs'

const ENTRY = 'index.js'

const hashOf = file => `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`

/** @param options.entry module whose default export is the plugin, relative to the package */
export function fretworkPlugin({ entry = 'src/index.ts' } = {}) {
  let root = ''
  return {
    name: 'fretwork:plugin',
    config: () => ({
      resolve: { alias: sdkAliases() },
      // Vite does not replace this in library mode.
      define: process.env.VITEST ? {} : { 'process.env.NODE_ENV': '"production"' },
      build: {
        target: 'es2022',
        sourcemap: true,
        lib: { entry, formats: ['es'], fileName: () => ENTRY },
        rolldownOptions: { output: { codeSplitting: false } },
      },
    }),
    configResolved(config) {
      root = config.root
    },
    async writeBundle({ dir }) {
      const script = join(dir, ENTRY)
      // The query makes Node load the new build in watch mode.
      const module = await import(`${pathToFileURL(script).href}?${hashOf(script)}`)
      const json = await packPlugin(module, {
        version: versionOf(root),
        entry: ENTRY,
        hash: path => hashOf(join(dir, path)),
        write: (path, content) => {
          mkdirSync(join(dir, 'locales'), { recursive: true })
          writeFileSync(join(dir, path), content)
        },
        files: existsSync(`${script}.map`) ? [`${ENTRY}.map`] : [],
      })
      writeManifest(dir, json)
    },
  }
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
