/** MIDI filter that adds a second note to each note-on. The input takes care of the matching note-offs. */
import { defineRuntime, noteOn, parseMidiMessage, SETTINGS } from '@fretwork/sdk'
import { MIDI_FILTERS, SONG_PORT } from '@fretwork/sdk/plugins/midi-io'
import { harmonizerSettings, type IntervalArgs } from './settings.js'

export default defineRuntime({
  commands: {
    'harmonizer.set-interval': ({ get }, { semitones }: IntervalArgs) =>
      get(SETTINGS).store(harmonizerSettings).change({ semitones }),
  },
  activate: ({ get, extend }) => {
    const settings = get(SETTINGS).store(harmonizerSettings)
    extend(MIDI_FILTERS, {
      id: 'harmonizer.second-voice',
      change(bytes, { portId }) {
        const { semitones } = settings.getState()
        // Notes of the open song stay unchanged.
        if (semitones === 0 || portId === SONG_PORT) return undefined
        const message = parseMidiMessage(bytes)
        if (message?.type !== 'note-on') return undefined
        const second = message.note + semitones
        if (second < 0 || second > 127) return undefined
        return [bytes, noteOn(message.channel, second, message.velocity)]
      },
    })
  },
})
