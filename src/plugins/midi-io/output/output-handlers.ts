/** What the commands of the output and of MIDI thru do. */
import type { CommandHandler, PluginContext } from '../../../core/kernel/manifest/plugin.js'
import { NOTICES, SETTINGS } from '../../../core/kernel/services/tokens.js'
import { phrases } from '../../../core/platform/phrases.js'
import type { BendArgs, BendRangeArgs, ControllerArgs, HoldArgs, ProgramArgs } from '../settings.js'
import { type ThruChannelArgs, type ThruInputArgs, thruSettings } from '../thru-settings.js'
import { MIDI_OUTPUT } from '../tokens.js'

const SENTENCES = phrases({
  nowhere: 'The test note was not sent: no output is chosen that is connected.',
})

/** C4, long enough to be heard and short enough to be tried again. */
const TEST_NOTE = 60
const TEST_NOTE_MS = 600

const thruOf = ({ get }: PluginContext) => get(SETTINGS).store(thruSettings)

/** In or out of a list. */
const toggled = <T>(list: readonly T[], item: T): T[] =>
  list.includes(item) ? list.filter(each => each !== item) : [...list, item]

export const outputHandlers = {
  'midi-io.toggle-thru': context => {
    const thru = thruOf(context)
    thru.change({ on: !thru.getState().on })
  },
  'midi-io.toggle-thru-channel': (context, { channel }: ThruChannelArgs) => {
    const thru = thruOf(context)
    thru.change({ channels: toggled(thru.getState().channels, channel).toSorted((a, b) => a - b) })
  },
  'midi-io.toggle-thru-input': (context, { port }: ThruInputArgs) => {
    const thru = thruOf(context)
    thru.change({ withoutInputs: toggled(thru.getState().withoutInputs, port) })
  },
  'midi-io.play-test-note': ({ get }) => {
    const output = get(MIDI_OUTPUT)
    if (output.port) output.playNote(TEST_NOTE, { duration: TEST_NOTE_MS })
    else get(NOTICES).post({ kind: 'warning', message: SENTENCES.nowhere, source: 'midi-io' })
  },
  'midi-io.send-volume': ({ get }, { value }: ControllerArgs) => get(MIDI_OUTPUT).volume(value),
  'midi-io.send-modulation': ({ get }, { value }: ControllerArgs) => get(MIDI_OUTPUT).modulation(value),
  'midi-io.send-pan': ({ get }, { value }: ControllerArgs) => get(MIDI_OUTPUT).pan(value),
  'midi-io.send-hold': ({ get }, { down }: HoldArgs) => get(MIDI_OUTPUT).hold(down),
  'midi-io.send-bend': ({ get }, { bend }: BendArgs) => get(MIDI_OUTPUT).pitchBend(bend),
  'midi-io.send-bend-range': ({ get }, { semitones }: BendRangeArgs) =>
    get(MIDI_OUTPUT).pitchBendRange(semitones),
  'midi-io.send-program': ({ get }, { program }: ProgramArgs) => get(MIDI_OUTPUT).programChange(program - 1),
} satisfies Record<string, CommandHandler>
