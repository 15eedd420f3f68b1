/** The same kernel as in the browser, on the terminal. */
import { createKernel, type Kernel, type KernelOptions } from '../src/core/kernel/kernel.js'
import { PLUGINS } from '../src/plugins/plugin-list.js'
import { type NodePlatformOptions, nodePlatform } from './platform/node-platform.js'

export interface NodeKernelOptions extends NodePlatformOptions, Pick<KernelOptions, 'overrides'> {
  readonly tenant?: string
}

export function createNodeKernel({ tenant, overrides, ...options }: NodeKernelOptions = {}): Kernel {
  const kernel = createKernel({
    platform: nodePlatform(options),
    plugins: PLUGINS,
    ...(overrides && { overrides }),
  })
  if (tenant !== undefined) kernel.tenant.use(tenant)
  return kernel
}
