// MIDI filters contributed by plugins. A failing one is removed, and MIDI keeps working.
import { describe, expect, it, vi } from 'vitest'
import type { PluginContext } from '../../../src/core/kernel/plugin.js'
import midiIo from '../../../src/plugins/midi-io/index.js'
import { MIDI_FILTERS, MIDI_INPUT, type MidiFilter } from '../../../src/plugins/midi-io/tokens.js'
import { makePlugin } from '../../core/kernel/make-plugin.js'
import { openKernel } from '../../support/open-kernel.js'

const NOTE_ON = [0x90, 60, 100]
const NOTE_OFF = [0x80, 60, 64]

async function kernelWith(activate: (context: PluginContext) => void) {
  const bridge = makePlugin('bridge', { title: 'Bridge', requires: [MIDI_INPUT] }, { activate })
  const { kernel, notices } = await openKernel({ plugins: [midiIo, bridge], midi: 'none' })
  const input = kernel.get(MIDI_INPUT)
  const reported = () => notices.map(({ code, values }) => `${code} ${values?.plugin} ${values?.point}`)
  return { input, reported }
}

const filter = (id: string, accepts: MidiFilter['accepts']): MidiFilter => ({ id, accepts })

describe('plugin MIDI filters', () => {
  it('a filter that throws is removed, and the message continues to the next filter', async () => {
    const accepts = vi.fn(() => {
      throw new Error('broken')
    })
    const { input, reported } = await kernelWith(({ extend }) => {
      extend(MIDI_FILTERS, filter('broken', accepts))
      extend(
        MIDI_FILTERS,
        filter('no-d', bytes => bytes[1] !== 62),
      )
    })
    expect(input.receive(NOTE_ON, { portId: 'neck' })).toBeDefined()
    expect(input.receive([0x90, 62, 100], { portId: 'neck' })).toBeUndefined()
    expect(accepts).toHaveBeenCalledOnce()
    expect(reported()).toEqual(['extension_failed Bridge midi-io.filters'])
  })

  it('a filter cannot block the note-off or pedal release of a note or pedal it let through', async () => {
    let open = true
    const { input } = await kernelWith(({ extend }) =>
      extend(
        MIDI_FILTERS,
        filter('gate', () => open),
      ),
    )
    input.receive(NOTE_ON, { portId: 'neck' })
    input.receive([0xb0, 64, 127], { portId: 'neck' })
    open = false
    expect(input.receive([0x90, 64, 100], { portId: 'neck' })).toBeUndefined()
    expect(input.receive([0xb0, 64, 0], { portId: 'neck' })).toBeDefined()
    expect(input.receive(NOTE_OFF, { portId: 'neck' })).toBeDefined()
    expect([input.receive(NOTE_OFF, { portId: 'neck' }), input.soundingNotes()]).toEqual([undefined, 0])
  })
})
