/** A kernel with the plugin in it, over a fake page. */
import type { AnyToken } from '../../../../src/core/kernel/manifest/plugin.js'
import { SETTINGS } from '../../../../src/core/kernel/services/tokens.js'
import type { FakeOptions } from '../../../../src/core/testing/fake-web-midi.js'
import midiIo from '../../../../src/plugins/midi-io/index.js'
import { midiSettings } from '../../../../src/plugins/midi-io/settings.js'
import { MIDI_ACCESS, MIDI_INPUT, MIDI_LOG, MIDI_OUTPUT } from '../../../../src/plugins/midi-io/tokens.js'
import { openKernel } from '../../../support/open-kernel.js'

export interface KernelSetting extends FakeOptions {
  readonly supported?: boolean
  readonly stored?: Record<string, string>
  readonly languages?: readonly string[]
  /** Services of other plugins. */
  readonly overrides?: readonly (readonly [AnyToken, unknown])[]
  /** Without a page, as on the command line. */
  readonly headless?: boolean
}

export async function makeKernel({
  stored,
  languages,
  headless = false,
  overrides,
  ...fake
}: KernelSetting = {}) {
  const opened = await openKernel({
    plugins: [midiIo],
    ...{ stored, languages, overrides },
    host: headless ? 'node' : 'browser',
    midi: headless ? 'none' : fake,
    activate: ['midi-io'],
  })
  const { kernel, platform } = opened
  return {
    ...opened,
    files: platform.page,
    input: kernel.get(MIDI_INPUT),
    output: kernel.get(MIDI_OUTPUT),
    log: kernel.get(MIDI_LOG),
    access: kernel.get(MIDI_ACCESS),
    settings: kernel.get(SETTINGS).store(midiSettings),
  }
}
