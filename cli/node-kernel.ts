/** The same kernel as in the browser, on the terminal. */
import { createKernel, type Kernel } from '../src/core/kernel/kernel.js'
import { PLUGINS } from '../src/plugins/plugin-list.js'
import { type NodePlatformOptions, nodePlatform } from './platform/node-platform.js'

export interface NodeKernelOptions extends NodePlatformOptions {
  readonly tenant?: string
}

export function createNodeKernel({ tenant, ...options }: NodeKernelOptions = {}): Kernel {
  const kernel = createKernel({ platform: nodePlatform(options), plugins: PLUGINS })
  if (tenant !== undefined) kernel.tenant.use(tenant)
  return kernel
}
