/** Channel filter. It runs for every message, so it only compares numbers. */
import { defineRuntime, SETTINGS } from '@fretwork/sdk'
import { MIDI_FILTERS } from '@fretwork/sdk/plugins/midi-io'
import { type ListenToArgs, oneChannelSettings } from './settings.js'

/** First status byte of system messages, which have no channel. */
const FIRST_SYSTEM_STATUS = 0xf0

export default defineRuntime({
  commands: {
    'one-channel.listen-to': ({ get }, { channel }: ListenToArgs) =>
      get(SETTINGS).store(oneChannelSettings).change({ channel }),
  },
  activate: ({ get, extend }) => {
    const settings = get(SETTINGS).store(oneChannelSettings)
    extend(MIDI_FILTERS, {
      id: 'one-channel.filter',
      accepts(bytes) {
        const { channel } = settings.getState()
        const status = bytes[0] ?? 0
        return channel === 0 || status >= FIRST_SYSTEM_STATUS || (status & 15) + 1 === channel
      },
    })
  },
})
