import {
  type CommandHandler,
  type PluginManifest,
  type PluginRuntime,
  provideFactory,
} from '../../../src/core/kernel/plugin.js'
import type { Token } from '../../../src/core/platform/token.js'
import {
  createTestKernel,
  type TestKernel,
  type TestKernelOptions,
} from '../../../src/core/testing/test-kernel.js'

export interface MadePlugin extends PluginManifest {
  readonly loads: () => number
}

export function makePlugin(
  id: string,
  manifest: Partial<PluginManifest> = {},
  runtime: PluginRuntime | (() => PluginRuntime) = {},
): MadePlugin {
  let loads = 0
  return {
    ...{ id, version: '1.0.0', title: `The ${id}`, runsIn: ['browser', 'node'] },
    ...manifest,
    load: async () => {
      loads++
      return { default: typeof runtime === 'function' ? runtime() : runtime }
    },
    loads: () => loads,
  }
}

export function providerOf<T extends object>(
  id: string,
  token: Token<T>,
  service = {} as T,
  manifest: Partial<PluginManifest> = {},
): MadePlugin {
  const providers = [provideFactory(token, () => service)]
  return makePlugin(id, { provides: [token], ...manifest }, { providers })
}

/** Creates a plugin with one command. The plugin ID is the command's prefix (`neck` for `neck.tune`). */
export function commandOf(command: string, run: CommandHandler): MadePlugin {
  const contributes = { commands: [{ id: command, title: command }] }
  return makePlugin(command.split('.')[0] ?? '', { contributes }, { commands: { [command]: run } })
}

export async function kernelWith(
  plugins: readonly PluginManifest[],
  options: Omit<TestKernelOptions, 'plugins'> = {},
): Promise<TestKernel> {
  return createTestKernel({ ...options, plugins })
}

/** Status and error code of each plugin: `{ a: 'active', b: 'failed activation_failed' }`. */
export const statuses = (kernel: TestKernel): Record<string, string> =>
  Object.fromEntries(
    Object.values(kernel.host.states.getState()).map(({ id, status, code }) => [
      id,
      code === undefined ? status : `${status} ${code}`,
    ]),
  )
