import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const SOURCE = 'src/app/offline/service-worker.ts'
const FILE = 'sw.js'
const PLACE = 'FRETWORK_SHELL'
/** Excludes files that only developers, the server or the content page need. */
const LEFT_OUT = /\.map$|^preloads\.json$|^sample\.webm$/

/** Files cached after first use: scores, audio export, own instruments, and zod for plugins. */
const LATER =
  /^assets\/((scores|render|bank-files)\.worker|codec-encoding|song-renderer|engine-room|Bravura|earlier-tune|shared-zod.*|gm)-/

/** Builds the service worker. Not used in development, where each reload must load the latest code. */
export function serviceWorker(): Plugin {
  let publicDir = ''
  return {
    name: 'fretwork:service-worker',
    apply: 'build',
    // Run after all other plugins that add files.
    enforce: 'post',
    configResolved: config => {
      publicDir = config.publicDir
    },
    buildStart() {
      this.emitFile({ type: 'chunk', id: SOURCE, fileName: FILE })
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const worker = bundle[FILE]
        if (worker?.type !== 'chunk') throw new Error(`The build has no ${FILE}.`)
        if (worker.imports.length > 0) {
          throw new Error(
            `${FILE} is a plain script: take the imports of ${worker.imports} out of ${SOURCE}.`,
          )
        }
        const built = Object.values(bundle)
          .filter(({ fileName }) => fileName !== FILE && !LEFT_OUT.test(fileName))
          .map(file => [file.fileName, file.type === 'chunk' ? file.code : file.source] as const)
        const given = publicFiles(publicDir)
          .filter(name => !LEFT_OUT.test(name))
          .map(name => [name, readFileSync(join(publicDir, name))] as const)
        const contents = [...built, ...given].sort(([a], [b]) => (a < b ? -1 : 1))
        const hash = createHash('sha256')
        for (const [name, content] of contents) hash.update(name).update('\0').update(content)
        const paths = (isLater: boolean) =>
          contents.filter(([name]) => LATER.test(name) === isLater).map(([name]) => `/${name}`)
        const shell = {
          version: hash.digest('hex').slice(0, 12),
          files: paths(false),
          later: paths(true),
        }
        worker.code = worker.code.replace(new RegExp(`\\b${PLACE}\\b`), JSON.stringify(shell))
      },
    },
  }
}

function publicFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))
}
