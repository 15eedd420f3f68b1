// The import map: an external plugin's `react` and `@fretwork/sdk` are the application's own instances.
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { root } from '../project.mjs'
import { sdkFile } from './sdk-faces.mjs'

/** CommonJS packages: which names they export is not in their text. */
const PACKAGES = ['react', 'react-dom', 'react/jsx-runtime']

/** Before the name of each module that re-exports a shared one. */
const PREFIX = '\0shared:'

/** What the browser finds under a bare name. Adding one is a promise to the authors of plugins. */
export function sharedNames(): readonly string[] {
  const plugins = join(root, 'src/plugins')
  const withTokens = readdirSync(plugins).filter(id => existsSync(join(plugins, id, 'tokens.ts')))
  return [
    ...PACKAGES,
    '@fretwork/sdk',
    '@fretwork/sdk/api',
    '@fretwork/sdk/react',
    ...withTokens.map(id => `@fretwork/sdk/plugins/${id}`),
  ]
}

/** A module with every export of a shared one, and nothing of its own. */
export function reExport(name: string): string {
  if (!PACKAGES.includes(name)) return `export * from ${JSON.stringify(sdkFile(name))}`
  const names = Object.keys(createRequire(import.meta.url)(name))
  return `import all from '${name}'\nexport default all\nexport const { ${names.join(', ')} } = all`
}

/** Builds one entry for each shared module and names them all in index.html; in development, Vite's own modules. */
export function sharedModules(): Plugin {
  let building = false
  return {
    name: 'fretwork:shared-modules',
    configResolved: ({ command }) => {
      building = command === 'build'
    },
    buildStart() {
      if (!building) return
      for (const name of sharedNames()) {
        this.emitFile({
          type: 'chunk',
          id: PREFIX + name,
          name: `shared-${name.replace('@fretwork/', '').replaceAll('/', '-')}`,
          preserveSignature: 'strict',
        })
      }
    },
    resolveId: source => (source.startsWith(PREFIX) ? source : undefined),
    load: id => (id.startsWith(PREFIX) ? reExport(id.slice(PREFIX.length)) : undefined),
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const built = new Map(
          Object.values(bundle ?? {}).flatMap(file =>
            file.type === 'chunk' && file.facadeModuleId ? [[file.facadeModuleId, file.fileName]] : [],
          ),
        )
        const imports = Object.fromEntries(
          sharedNames().map(name => [
            name,
            bundle ? `/${built.get(PREFIX + name)}` : `/@id/__x00__${(PREFIX + name).slice(1)}`,
          ]),
        )
        const children = JSON.stringify({ imports })
        return [{ tag: 'script', attrs: { type: 'importmap' }, children, injectTo: 'head' }]
      },
    },
  }
}
