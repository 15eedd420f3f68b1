// Builds one file per shared module, because workers have no import maps.
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { root } from '../project.mjs'
import { reExport, sharedNames } from './shared-modules.js'

const PREFIX = '\0apart:'

const OWN: Readonly<Record<string, string>> = {
  '@fretwork/sdk': 'src/sandbox/worker/sdk.ts',
  '@fretwork/sdk/react': 'src/sandbox/worker/sdk-react.tsx',
}

/** @example faceFile('@fretwork/sdk/react') // 'sdk-react', as in `server/plugins/apart-files.ts` */
function faceFile(name: string): string {
  return name.replace('@fretwork/', '').replaceAll('/', '-')
}

export function apartFaces(): Plugin {
  return {
    name: 'fretwork:apart-faces',
    config: () => ({
      build: {
        rolldownOptions: {
          input: Object.fromEntries(sharedNames().map(name => [`faces/${faceFile(name)}`, PREFIX + name])),
        },
      },
    }),
    resolveId: source => (source.startsWith(PREFIX) ? source : undefined),
    load(id) {
      if (!id.startsWith(PREFIX)) return undefined
      const name = id.slice(PREFIX.length)
      const own = OWN[name]
      return own ? `export * from ${JSON.stringify(join(root, own))}` : reExport(name)
    },
  }
}
