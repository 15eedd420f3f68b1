/** A kernel with the plugin in it, over a fake page, with somebody logged in; it ends with its test. */
import { expect, onTestFinished, vi } from 'vitest'
import { NOTICE, type Notice } from '../../../../src/core/events/notices.js'
import type { AnyToken } from '../../../../src/core/kernel/manifest/plugin.js'
import { SETTINGS } from '../../../../src/core/kernel/services/tokens.js'
import { memoryPlatform } from '../../../../src/core/platform/memory-platform.js'
import { createTestKernel } from '../../../../src/core/testing/test-kernel.js'
import midiIo from '../../../../src/plugins/midi-io/index.js'
import { midiSettings } from '../../../../src/plugins/midi-io/settings.js'
import {
  MIDI_ACCESS,
  MIDI_INPUT,
  MIDI_LOG,
  MIDI_OUTPUT,
  MIDI_PAGE,
} from '../../../../src/plugins/midi-io/tokens.js'
import type { FakeOptions } from '../../../support/fake-web-midi.js'
import { makePage } from './fake-page.js'

export interface KernelSetting extends FakeOptions {
  readonly supported?: boolean
  readonly stored?: Record<string, string>
  readonly languages?: readonly string[]
  /** Services of other plugins. */
  readonly overrides?: readonly (readonly [AnyToken, unknown])[]
  /** Without a page, as on the command line. */
  readonly headless?: boolean
}

export async function makeKernel(setting: KernelSetting = {}) {
  const { stored = {}, languages = ['en'], headless = false, overrides = [], ...fake } = setting
  const platform = memoryPlatform({ stored, languages, host: headless ? 'node' : 'browser' })
  const { midi, page, setPermission } = makePage({ now: () => platform.clock.now(), ...fake })
  const kernel = await createTestKernel({
    plugins: [midiIo],
    platform,
    overrides: [[MIDI_PAGE, async () => (headless ? undefined : page)], ...overrides],
  })
  onTestFinished(() => kernel.dispose())
  kernel.commands.setContext('loggedIn', true)
  const notices: Notice[] = []
  const listening = kernel.events.on(NOTICE, notice => notices.push(notice))
  await kernel.host.activate('midi-io')
  const access = kernel.get(MIDI_ACCESS)
  // The first test of a file waits for the library to be read.
  if (!headless) {
    await vi.waitFor(() => expect(access.view.getState().asking).toBe(false), { timeout: 15_000 })
  }
  return {
    kernel,
    platform,
    clock: platform.clock,
    midi,
    page,
    files: platform.page,
    setPermission,
    notices,
    input: kernel.get(MIDI_INPUT),
    output: kernel.get(MIDI_OUTPUT),
    log: kernel.get(MIDI_LOG),
    access,
    settings: kernel.get(SETTINGS).store(midiSettings),
    stopListening: () => listening.dispose(),
  }
}
