// SDK module aliases for Vite, Vitest and Node.js. Keep `paths` in tsconfig.json in sync, for editors and the
// compiler.
import { join } from 'node:path'
import { root } from '../project.mjs'

/** SDK entry points; `*` is a plugin ID. Names of former plugins work until 3.0. */
export const SDK_FACES = {
  '@fretwork/sdk': 'src/core/index.ts',
  '@fretwork/sdk/api': 'src/core/api-face.ts',
  '@fretwork/sdk/react': 'src/core/react/index.ts',
  '@fretwork/sdk/testing': 'src/core/testing/index.ts',
  '@fretwork/sdk/testing/react': 'src/core/testing/react.tsx',
  '@fretwork/sdk/testing/plugins': 'src/plugins/plugin-list.ts',
  '@fretwork/sdk/plugins/problem-report': 'src/plugins/diagnostics/tokens.ts',
  '@fretwork/sdk/plugins/replay': 'src/plugins/diagnostics/tokens.ts',
  '@fretwork/sdk/plugins/positions': 'src/plugins/fretboard/tokens.ts',
  '@fretwork/sdk/plugins/sync': 'src/plugins/library/tokens.ts',
  '@fretwork/sdk/plugins/tablature': 'src/plugins/score/tokens.ts',
  '@fretwork/sdk/plugins/*': 'src/plugins/*/tokens.ts',
}

const pattern = name => new RegExp(`^${name.replaceAll('/', '\\/').replace('*', '([a-z][a-z0-9-]*)')}$`)

export function sdkAliases(folder = root) {
  return Object.entries(SDK_FACES).map(([name, file]) => ({
    find: pattern(name),
    replacement: join(folder, file.replace('*', '$1')),
  }))
}

export function sdkFile(name, folder = root) {
  const face = sdkAliases(folder).find(({ find }) => find.test(name))
  return face && name.replace(face.find, face.replacement)
}
