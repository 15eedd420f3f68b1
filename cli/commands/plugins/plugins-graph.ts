/** `fretwork plugins graph`: which plugin needs which. */

import { PLUGINS } from '../../../src/plugins/plugin-list.js'
import { EXIT } from '../../errors.js'
import { createNodeKernel } from '../../platform/node-kernel.js'
import { type GraphFormat, writeGraph } from './plugins-graph-formats.js'
import { mapPlugins } from './plugins-map.js'

interface GraphOptions {
  readonly format: GraphFormat
  readonly json?: boolean
}

export function graph({ format, json = false }: GraphOptions): number {
  const kernel = createNodeKernel(PLUGINS)
  const { host } = kernel
  const core = new Set(
    [...host.report.providers].filter(([, provider]) => provider === 'core').map(([token]) => token),
  )
  const map = mapPlugins(host.manifests, id => host.state(id), core)
  kernel.dispose()
  process.stdout.write(`${writeGraph(map, json ? 'json' : format)}\n`)
  return EXIT.ok
}
