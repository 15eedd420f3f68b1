// Where the preset finds the SDK: in this checkout. A package has `scripts/packages/sdk-place-of-package.mjs` instead.
import { join } from 'node:path'
import { root } from '../project.mjs'
import { sdkAliases } from './sdk-faces.mjs'

/** The module that writes a manifest as JSON. */
export const MANIFEST_JSON = join(root, 'src/core/kernel/manifest/external-manifest.ts')

/** The names of the SDK, for a manifest that runs while it is packed. */
export const aliases = () => sdkAliases()

/** In tests there must be one React as well: that of the SDK, whatever the package has installed itself. */
export const testAliases = () => [
  ...sdkAliases(),
  ...['react-dom', 'react'].map(name => ({
    find: new RegExp(`^${name}(?=$|/)`),
    replacement: join(root, 'node_modules', name),
  })),
]

/** Where the runner resolves what a manifest imports. */
export const runnerRoot = () => root
