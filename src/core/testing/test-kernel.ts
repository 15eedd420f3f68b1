import { createKernel, type KernelOptions } from '../kernel/kernel.js'
import { checkManifests } from '../kernel/manifest-check.js'
import type { Kernel } from '../kernel/tokens.js'
import { type MemoryPlatform, memoryPlatform } from '../platform/memory-platform.js'

export interface TestKernelOptions extends Partial<Omit<KernelOptions, 'platform'>> {
  readonly platform?: MemoryPlatform
}

export type TestKernel = Kernel & { readonly platform: MemoryPlatform }

/** Starts a test kernel without a logged-in user. */
export async function createTestKernel({
  platform = memoryPlatform(),
  plugins = [],
  ...rest
}: TestKernelOptions = {}): Promise<TestKernel> {
  const kernel = createKernel({ check: checkManifests, transport: noNetwork, ...rest, platform, plugins })
  kernel.auth.init()
  await kernel.translator.init(platform.languages)
  await kernel.start()
  return { ...kernel, platform }
}

const noNetwork = () => Promise.reject(new Error('This test kernel has no network; pass a transport.'))

/**
 * Disposes of the kernel, and fails if a plugin has not cleaned up.
 * @throws Error with a list of all leaks
 */
export function expectNoLeaks(kernel: TestKernel): void {
  const { commands, events, host, platform, settings } = kernel
  kernel.dispose()
  const left = [
    ...events.heard.map(id => `${events.listenerCount({ id })} × a listener of ${id}`),
    ...(platform.clock.pending > 0 ? [`${platform.clock.pending} × a timer`] : []),
    ...commands.all.getState().map(({ id, source }) => `the command ${id} of ${source}`),
    ...settings.sections.getState().map(({ id }) => `the settings section ${id}`),
    ...host.manifests
      .flatMap(({ extensionPoints = [] }) => extensionPoints)
      .filter(point => host.extensionsOf(point).getState().length > 0)
      .map(({ id }) => `an item at ${id}`),
    ...Object.entries(commands.conditions.getState())
      // The application's own conditions have no dot.
      .filter(([key, value]) => key.includes('.') && value !== undefined)
      .map(([key]) => `the condition ${key}`),
  ]
  if (left.length) throw new Error(`After disposal there is still ${left.join(', ')}.`)
}
