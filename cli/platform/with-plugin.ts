import type { Kernel } from '../../src/core/kernel/host/kernel.js'
import { memoryStorage } from '../../src/core/platform/memory-platform.js'
import { PLUGINS } from '../../src/plugins/plugin-list.js'
import { createNodeKernel } from './node-kernel.js'

/** Reads no settings: the result is the same on every machine. */
export async function withPlugin<T>(id: string, work: (kernel: Kernel) => T | Promise<T>): Promise<T> {
  const kernel = createNodeKernel(PLUGINS, { storage: memoryStorage() })
  try {
    await kernel.host.activate(id)
    return await work(kernel)
  } finally {
    kernel.dispose()
  }
}
