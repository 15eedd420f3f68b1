import { plugin } from '@fretwork/sdk'

/** Counts the notes played per minute and draws the last minutes. */
export default plugin({
  id: 'practice-count',
  title: 'Practice count',
  permissions: { 'midi-in': 'Counts the notes that you play.' },
  settings: { goal: { title: 'Notes per day', default: 500, min: 1, max: 100_000 } },
  translations: {
    de: {
      'Practice count': 'Übezähler',
      'Notes per day': 'Töne am Tag',
      Today: 'Heute',
      'Start over': 'Neu beginnen',
    },
  },
  async setup({ clock, midi, panel, settings, storage, t }) {
    let total = 0
    let minutes = [0]

    midi.onNote(({ on, port }) => {
      if (!on || port === 'song') return
      total += 1
      minutes = [...minutes.slice(0, -1), (minutes.at(-1) ?? 0) + 1]
    })
    clock.every(60_000, () => {
      minutes = [...minutes, 0].slice(-15)
      return storage.set('total', total)
    })
    const startOver = () => {
      total = 0
    }
    panel.show(() => ({
      rows: [{ label: t('Today'), value: `${total} / ${settings.get().goal}` }],
      chart: { title: t('Practice count'), values: minutes },
      buttons: [{ title: t('Start over'), disabled: total === 0, run: startOver }],
    }))

    total += (await storage.get<number>('total')) ?? 0
  },
})
