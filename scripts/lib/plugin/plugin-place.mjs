// Location of the SDK's tools in this checkout. The published package contains
// `scripts/packages/plugin-place.mjs` instead.
import { join } from 'node:path'
import { runnerImport } from 'vite'
import { root } from '../project.mjs'

export { sdkAliases } from './sdk-aliases.mjs'

export async function packPlugin(packing) {
  const file = join(root, 'src/sandbox/describe.ts')
  const { module: tools } = await runnerImport(file, { root, configFile: false, logLevel: 'error' })
  return tools.packPlugin(packing)
}
