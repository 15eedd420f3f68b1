import { plugin } from '@fretwork/sdk'

/** Adds a second voice to every note of a MIDI device. */
export default plugin({
  id: 'harmonizer',
  title: 'Harmonizer',
  permissions: { 'midi-in': 'Adds a second voice to the notes that you play.' },
  settings: {
    interval: { title: 'Interval', default: 7, min: -24, max: 24, unit: 'semitones' },
    channel: { title: 'Channel, 0 for all', default: 0, min: 0, max: 16 },
  },
  translations: {
    de: { Harmonizer: 'Harmonizer', Interval: 'Intervall', 'Channel, 0 for all': 'Kanal, 0 für alle' },
  },
  setup({ midi, settings }) {
    midi.filter({
      accepts: channel => [0, channel].includes(settings.get().channel),
      change: ({ note }) => {
        const { interval } = settings.get()
        return interval === 0 ? [{ note }] : [{ note }, { note: note + interval, velocity: 0.8 }]
      },
    })
  },
})
