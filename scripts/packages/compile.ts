// How sources become the modules of a package: ES modules for Node and bundlers, all that is not a peer compiled in.
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { sdkAliases } from '../lib/plugin/sdk-faces.mjs'
import { root } from '../lib/project.mjs'

interface Compiling {
  /** Paths below the project by the name of the file, without its ending. */
  readonly input: Readonly<Record<string, string>>
  readonly outDir: string
  /** What the package imports rather than contains. */
  readonly external: RegExp
  readonly plugins?: readonly Plugin[]
  readonly alias?: readonly { readonly find: RegExp; readonly replacement: string }[]
}

/** The licenses of packages that are compiled in want to be passed on with every copy. */
export const LICENSE = { fileName: 'THIRD-PARTY.md' }

export async function compile(options: Compiling): Promise<void> {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    resolve: { alias: [...(options.alias ?? []), ...sdkAliases()] },
    plugins: [...(options.plugins ?? [])],
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

/** A file for each package, named after it: they come one by one, as they are needed. */
function packageOf(id: string): string | null {
  const name = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1]
  // With what imports them, which keeps their order: the container refuses to load before the metadata.
  if (name === 'reflect-metadata' || name === 'tsyringe') return null
  // Half of it is for screens: a plugin without any has no React to import.
  if (name === 'zustand') return id.includes('vanilla') ? 'zustand' : 'zustand-react'
  return name?.replace('@', '').replace('/', '-') ?? null
}

/** In place of a module: one that says in a sentence why it is not there. */
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
