/** A whole kernel in memory, for tests of plugins: the clock stands still and nothing leaves the machine. */
import { type MemoryPlatform, memoryPlatform } from '../platform/memory-platform.js'
import { createKernel, type Kernel, type KernelOptions } from './kernel.js'

export interface TestKernelOptions extends Partial<Omit<KernelOptions, 'platform'>> {
  readonly platform?: MemoryPlatform
}

export type TestKernel = Kernel & { readonly platform: MemoryPlatform }

/** `await createTestKernel({ plugins: [mine], overrides: [[MIDI_INPUT, fake]] })`: started, not logged in. */
export async function createTestKernel({
  platform = memoryPlatform(),
  plugins = [],
  ...rest
}: TestKernelOptions = {}): Promise<TestKernel> {
  const kernel = createKernel({ transport: noNetwork, ...rest, platform, plugins })
  kernel.auth.init()
  await kernel.translator.init(platform.languages)
  await kernel.start()
  return { ...kernel, platform }
}

const noNetwork = () => Promise.reject(new Error('This test kernel has no network; pass a transport.'))

/** Ends the kernel and complains about listeners and timers that plugins left behind. @throws Error naming them */
export function expectNoLeaks(kernel: TestKernel): void {
  kernel.dispose()
  const left = [
    [kernel.events.listenerCount(), 'event listeners'],
    [kernel.platform.clock.pending, 'timers'],
    [kernel.commands.all.getState().length, 'commands'],
    [kernel.settings.sections.getState().length, 'settings sections'],
  ] as const
  const leaks = left.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
  if (leaks.length) throw new Error(`After disposal there are still ${leaks.join(', ')}.`)
}
