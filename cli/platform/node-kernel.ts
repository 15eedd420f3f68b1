import { createKernel, type KernelOptions } from '../../src/core/kernel/kernel.js'
import { checkManifests } from '../../src/core/kernel/manifest-check.js'
import type { PluginManifest } from '../../src/core/kernel/plugin.js'
import type { Kernel } from '../../src/core/kernel/tokens.js'
import { setPackageKernel } from '../packages/package-code.js'
import { type NodePlatformOptions, nodePlatform } from './node-platform.js'

interface NodeKernelOptions extends NodePlatformOptions, Pick<KernelOptions, 'overrides'> {
  readonly tenant?: string
}

export function createNodeKernel(
  plugins: readonly PluginManifest[],
  { tenant, overrides, ...options }: NodeKernelOptions = {},
): Kernel {
  const kernel = createKernel({
    platform: nodePlatform(options),
    plugins,
    check: checkManifests,
    ...(overrides && { overrides }),
  })
  setPackageKernel(kernel)
  if (tenant !== undefined) kernel.tenant.use(tenant)
  return kernel
}

export async function disposing<T>(kernel: Kernel, work: (kernel: Kernel) => T | Promise<T>): Promise<T> {
  try {
    return await work(kernel)
  } finally {
    kernel.dispose()
  }
}
