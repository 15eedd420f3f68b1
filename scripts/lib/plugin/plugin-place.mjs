// Location of the SDK's tools in this checkout. The published package contains
// `scripts/packages/plugin-place.mjs` instead.
import { join } from 'node:path'
import { runnerImport } from 'vite'
import { root } from '../project.mjs'

export { sdkAliases } from './sdk-aliases.mjs'

const TOOLS = join(root, 'src/sandbox/describe.ts')
let loaded

export async function packPlugin(packing) {
  loaded ??= runnerImport(TOOLS, { root, configFile: false, logLevel: 'error' })
  const { module: tools } = await loaded
  return tools.packPlugin(packing)
}
