import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { root } from '../lib/project.mjs'

interface Compiling {
  /** Entry points by file name without extension. */
  readonly input: Readonly<Record<string, string>>
  readonly outDir: string
  readonly external: RegExp
  readonly plugins: readonly Plugin[]
  readonly alias: readonly { readonly find: RegExp; readonly replacement: string }[]
}

/** License file. Must include the licenses of bundled packages. */
export const LICENSE = { fileName: 'THIRD-PARTY.md' }

export async function compile(options: Compiling): Promise<void> {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    resolve: { alias: [...options.alias] },
    plugins: [...options.plugins],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: options.outDir,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      license: LICENSE,
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(options.input).map(([name, file]) => [name, join(root, file)]),
        ),
        external: options.external,
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          codeSplitting: { groups: [{ name: packageOf, test: /\/node_modules\// }] },
        },
      },
    },
  })
}

function packageOf(id: string): string | null {
  const name = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1]
  // Bundle these with their importers to preserve the import order.
  if (name === 'reflect-metadata' || name === 'tsyringe') return null
  // Split zustand: half of the package is only for screens.
  if (name === 'zustand') return id.includes('vanilla') ? 'zustand' : 'zustand-react'
  return name?.replace('@', '').replace('/', '-') ?? null
}

export function withoutModules(
  name: string,
  isLeftOut: (source: string, importer: string) => boolean,
  code: string,
): Plugin {
  const id = `\0${name}`
  return {
    name,
    enforce: 'pre',
    resolveId: (source, importer) => (isLeftOut(source, importer ?? '') ? id : undefined),
    load: loaded => (loaded === id ? code : undefined),
  }
}
