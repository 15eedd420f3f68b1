/** Commands for the chord over the scale, scale positions and chord voicings. */
import type { CommandHandler } from '../../../core/kernel/manifest/plugin.js'
import { SETTINGS } from '../../../core/kernel/services/tokens.js'
import { FretworkError } from '../../../core/platform/fretwork-error.js'
import { phrases } from '../../../core/platform/phrases.js'
import { chordTones } from '../chords/chord-tones.js'
import { CHORD_FINDER } from '../internal-tokens.js'
import { type Args, panelSettings } from '../settings.js'
import { changeSettings } from '../sharing/shared-view.js'
import { NECK_VIEW } from '../tokens.js'

const SENTENCES = phrases({
  chord: 'Unknown chord. Write it like Cmaj7, C7#9 or C/E.',
  none: 'This chord has no playable voicing in this tuning.',
})

const stepPosition =
  (by: number): CommandHandler =>
  context => {
    const { position } = context.get(NECK_VIEW).getState()
    if (!position) return
    // Relative to the shown position: the stored number may be beyond the last one.
    changeSettings(context, { position: (position.index + by + position.total) % position.total })
  }

export const THEORY_COMMANDS: Readonly<Record<string, CommandHandler>> = {
  'fretboard.show-chord': (context, { chord }: Args<'chord'>) => {
    const tones = chordTones(chord)
    if (!tones) throw new FretworkError('chord_unknown', SENTENCES.chord)
    changeSettings(context, { chord: tones.symbol })
  },
  'fretboard.hide-chord': context => changeSettings(context, { chord: '' }),
  'fretboard.set-positions': (context, { positions }: Args<'setPositions'>) =>
    changeSettings(context, { positions, position: 0 }),
  'fretboard.next-position': stepPosition(1),
  'fretboard.previous-position': stepPosition(-1),
  'fretboard.find-chord': ({ get }, { chord }: Args<'chord'>) => {
    get(SETTINGS).store(panelSettings).change({ chordFinder: true })
    const finder = get(CHORD_FINDER)
    if (!finder.find(chord)) throw new FretworkError('chord_unknown', SENTENCES.chord)
    if (finder.found.getState()?.voicings.length === 0) {
      throw new FretworkError('chord_unplayable', SENTENCES.none)
    }
  },
  'fretboard.next-voicing': ({ get }) => get(CHORD_FINDER).step(1),
  'fretboard.previous-voicing': ({ get }) => get(CHORD_FINDER).step(-1),
}
