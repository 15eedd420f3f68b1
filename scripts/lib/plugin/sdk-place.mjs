// Location of the SDK in this checkout. The published package contains
// `scripts/packages/sdk-place-of-package.mjs` instead.
import { join } from 'node:path'
import { root } from '../project.mjs'
import { sdkAliases } from './sdk-faces.mjs'

export const MANIFEST_JSON = join(root, 'src/core/kernel/external-manifest.ts')

export const aliases = () => sdkAliases()

/** Module aliases for plugin tests, which must use the SDK's copy of React. */
export const testAliases = () => [
  ...sdkAliases(),
  ...['react-dom', 'react'].map(name => ({
    find: new RegExp(`^${name}(?=$|/)`),
    replacement: join(root, 'node_modules', name),
  })),
]

export const runnerRoot = () => root
