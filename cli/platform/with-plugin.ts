import type { Kernel } from '../../src/core/kernel/tokens.js'
import { memoryStorage } from '../../src/core/platform/memory-platform.js'
import { PLUGINS } from '../../src/plugins/plugin-list.js'
import { createNodeKernel, disposing } from './node-kernel.js'

/** Runs `work` without stored settings, so that the result is the same on every machine. */
export function withPlugin<T>(id: string, work: (kernel: Kernel) => T | Promise<T>): Promise<T> {
  return disposing(createNodeKernel(PLUGINS, { storage: memoryStorage() }), async kernel => {
    await kernel.host.activate(id)
    return work(kernel)
  })
}
