import { plugin } from '@fretwork/sdk'

export default plugin({
  id: 'tap-tempo',
  title: 'Tap tempo',
  description: 'Measures the tempo of your taps.',
  // Receiving or sending MIDI needs a permission, with a reason for the user, such as
  // 'midi-in': 'Counts the notes you play as taps.'
  permissions: {},
  translations: {
    de: {
      'Tap tempo': 'Tempo tippen',
      'Measures the tempo of your taps.': 'Misst das Tempo, in dem du tippst.',
      'Tap the tempo': 'Tippe das Tempo',
      'Tap at least twice.': 'Tippe mindestens zweimal.',
      '{{tempo}} bpm': '{{tempo}} bpm',
    },
  },
  setup({ clock, commands, panel, t }) {
    let taps: number[] = []
    commands.add('tap', {
      title: 'Tap the tempo',
      run: () => {
        taps = [...taps, clock.now()].slice(-8)
      },
    })
    panel.show(() => {
      const tempo = tempoOf(taps)
      return {
        title: t('Tap tempo'),
        text: tempo === undefined ? t('Tap at least twice.') : t('{{tempo}} bpm', { tempo }),
        buttons: ['tap'],
      }
    })
  },
})

function tempoOf(taps: readonly number[]): number | undefined {
  const [first, last] = [taps[0], taps.at(-1)]
  if (first === undefined || last === undefined || first === last) return undefined
  return Math.round((60_000 * (taps.length - 1)) / (last - first))
}
