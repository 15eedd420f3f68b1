/** Starts a kernel with a logged-in user by default, and disposes it after the test. */
import { expect, onTestFinished, vi } from 'vitest'
import type { Notice } from '../../src/core/events/notices.js'
import { memoryPlatform } from '../../src/core/platform/memory-platform.js'
import { fakeMidi } from '../../src/core/testing/fake-midi-page.js'
import { createTestKernel, type TestKernelOptions } from '../../src/core/testing/test-kernel.js'
import { MIDI_ACCESS, MIDI_PAGE } from '../../src/plugins/midi-io/tokens.js'

export interface KernelSetting
  extends TestKernelOptions,
    Pick<NonNullable<Parameters<typeof memoryPlatform>[0]>, 'stored' | 'cookies' | 'languages' | 'host'> {
  readonly loggedIn?: boolean
  readonly route?: string
  /** IDs of plugins to activate, in order. */
  readonly activate?: readonly string[]
  /**
   * Fake Web MIDI devices, which use the kernel's clock. `none` simulates a host without a page, such as the
   * CLI.
   */
  readonly midi?: Parameters<typeof fakeMidi>[0] | 'none'
}

export async function openKernel({
  stored,
  cookies,
  languages,
  host,
  platform = memoryPlatform({ stored, cookies, languages, host }),
  loggedIn = true,
  route,
  activate = [],
  midi: devices,
  overrides = [],
  ...options
}: KernelSetting = {}) {
  const { midi, page, setPermission } = fakeMidi({
    now: () => platform.clock.now(),
    ...(devices === 'none' ? {} : devices),
  })
  const started = await createTestKernel({
    ...options,
    platform,
    overrides: [
      ...(devices ? [[MIDI_PAGE, async () => (devices === 'none' ? undefined : page)] as const] : []),
      ...overrides,
    ],
  })
  const notices: Notice[] = []
  const listening = started.notices.show(notice => notices.push(notice))
  const kernel = {
    ...started,
    dispose() {
      listening.dispose()
      started.dispose()
    },
  }
  onTestFinished(() => kernel.dispose())
  if (loggedIn) kernel.commands.setContext('loggedIn', true)
  if (route) kernel.commands.setContext('route', route)
  for (const id of activate) await kernel.host.activate(id)
  if (devices && devices !== 'none' && activate.length > 0) {
    const access = kernel.get(MIDI_ACCESS)
    // The first test of a file also waits for a lazy import.
    await vi.waitFor(() => expect(access.view.getState().asking).toBe(false))
  }
  const run = (command: string, args?: unknown) => kernel.commands.execute(command, args)
  return { kernel, run, platform, clock: platform.clock, notices, midi, page, setPermission }
}
