// The SDK's modules in this checkout, for tests and builds of plugins. Keep `paths` in tsconfig.json in sync.
import { join } from 'node:path'
import { root } from '../project.mjs'

export const sdkAliases = () => [
  { find: /^@fretwork\/sdk$/, replacement: join(root, 'src/sandbox/sdk.ts') },
  { find: /^@fretwork\/sdk\/testing$/, replacement: join(root, 'src/sandbox/testing.ts') },
]
