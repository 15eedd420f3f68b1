// The import map: an external plugin's `react` and `@fretwork/sdk` are the application's own instances.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { root } from '../project.mjs'
import { sdkFile } from './sdk-faces.mjs'

/** CommonJS packages: which names they export is not in their text. */
const PACKAGES = ['react', 'react-dom', 'react/jsx-runtime']

/** For the schemas in manifests and settings: without it, each plugin would bundle some 15 kB of it. */
const SCHEMAS = ['zod', 'zod/mini']

/**
 * Behind the path of each file of zod that plugins get: a copy apart from the application's own. With one for both,
 * the log-in page would load everything that any plugin may use of it. Schemas of one copy work with the other.
 */
const COPY = '?shared'

/** Of zod's fifty languages of messages, those that the application speaks: all of them are four times the rest. */
const LOCALES = /\/zod\/v4\/locales\/index\.js\?shared$/
const SPOKEN = ['en', 'de']

/** Before the name of each module that re-exports a shared one. */
const PREFIX = '\0shared:'

/** What the browser finds under a bare name. Adding one is a promise to the authors of plugins. */
export function sharedNames(): readonly string[] {
  const plugins = join(root, 'src/plugins')
  const withTokens = readdirSync(plugins).filter(id => existsSync(join(plugins, id, 'tokens.ts')))
  return [
    ...PACKAGES,
    ...SCHEMAS,
    '@fretwork/sdk',
    '@fretwork/sdk/api',
    '@fretwork/sdk/react',
    ...withTokens.map(id => `@fretwork/sdk/plugins/${id}`),
  ]
}

/** A module with every export of a shared one, and nothing of its own. */
export function reExport(name: string): string {
  if (name === 'zod') return "export * from 'zod'\nexport { default } from 'zod'"
  if (SCHEMAS.includes(name)) return `export * from '${name}'`
  if (!PACKAGES.includes(name)) return `export * from ${JSON.stringify(sdkFile(name))}`
  const names = Object.keys(createRequire(import.meta.url)(name))
  return `import all from '${name}'\nexport default all\nexport const { ${names.join(', ')} } = all`
}

/** Builds one entry for each shared module and names them all in index.html; in development, Vite's own modules. */
export function sharedModules(): Plugin {
  let building = false
  return {
    name: 'fretwork:shared-modules',
    // Before Vite finds the files of packages.
    enforce: 'pre',
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
    async resolveId(source, importer) {
      if (source.startsWith(PREFIX)) return source
      const isCopy = importer?.endsWith(COPY) || SCHEMAS.some(name => importer === PREFIX + name)
      if (!building || !isCopy) return undefined
      const found = await this.resolve(source, importer?.replace(COPY, ''), { skipSelf: true })
      return found && `${found.id}${COPY}`
    },
    load(id) {
      if (LOCALES.test(id))
        return SPOKEN.map(name => `export { default as ${name} } from './${name}.js'`).join('\n')
      if (id.endsWith(COPY)) return readFileSync(id.slice(0, -COPY.length), 'utf8')
      return id.startsWith(PREFIX) ? reExport(id.slice(PREFIX.length)) : undefined
    },
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
