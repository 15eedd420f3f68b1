/** Work with one plugin of a kernel that is there for it alone. */
import type { Kernel } from '../../src/core/kernel/host/kernel.js'
import { memoryStorage } from '../../src/core/platform/memory-platform.js'
import { PLUGINS } from '../../src/plugins/plugin-list.js'
import { createNodeKernel } from './node-kernel.js'

/** The same on every machine: no settings are read. */
export async function withPlugin<T>(id: string, work: (kernel: Kernel) => T | Promise<T>): Promise<T> {
  const kernel = createNodeKernel(PLUGINS, { storage: memoryStorage() })
  try {
    await kernel.host.activate(id)
    return await work(kernel)
  } finally {
    kernel.dispose()
  }
}
