import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { root } from '../project.mjs'
import { SDK_FACES, sdkFile } from './sdk-faces.mjs'

/** CommonJS packages, whose exports cannot be determined from the source. */
const PACKAGES = ['react', 'react-dom', 'react/jsx-runtime']

/** Shared, because each plugin would otherwise bundle about 15 kB of zod. */
const SCHEMAS = ['zod', 'zod/mini']

/**
 * Import suffix for the plugins' own copy of zod. With a common copy, the login page would load all of zod.
 * Schemas from both copies are compatible.
 */
const COPY = '?shared'

/** Keeps only the app's languages. All fifty would be four times as large as the rest of zod. */
const LOCALES = /\/zod\/v4\/locales\/index\.js\?shared$/
const SPOKEN = ['en', 'de']

const PREFIX = '\0shared:'

/** Returns the modules that plugins can import. Adding one is a commitment to plugin authors. */
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
    ...Object.keys(SDK_FACES).filter(name => /\/plugins\/[^*]+$/.test(name)),
  ]
}

export function reExport(name: string): string {
  if (name === 'zod') return "export * from 'zod'\nexport { default } from 'zod'"
  if (SCHEMAS.includes(name)) return `export * from '${name}'`
  if (!PACKAGES.includes(name)) return `export * from ${JSON.stringify(sdkFile(name))}`
  const names = Object.keys(createRequire(import.meta.url)(name))
  return `import all from '${name}'\nexport default all\nexport const { ${names.join(', ')} } = all`
}

export function sharedModules(): Plugin {
  let building = false
  return {
    name: 'fretwork:shared-modules',
    // Run before Vite resolves packages.
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
