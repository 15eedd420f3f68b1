/** Commands for the chord over the scale, scale positions and chord voicings. */
import type { CommandHandler } from '../../../core/kernel/manifest/plugin.js'
import { SETTINGS } from '../../../core/kernel/services/tokens.js'
import { FretworkError } from '../../../core/platform/fretwork-error.js'
import { phrases } from '../../../core/platform/phrases.js'
import { SentenceError } from '../../../core/platform/sentence-error.js'
import { type ChordTones, readChord } from '../chords/chord-tones.js'
import { CHORD_FINDER } from '../internal-tokens.js'
import { type Args, panelSettings } from '../settings.js'
import { changeSettings } from '../sharing/shared-view.js'
import { NECK_VIEW } from '../tokens.js'

const SENTENCES = phrases({
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

/** @throws SentenceError `chord_unknown`, or `chord_none` for N.C. */
function chordOf(text: string): ChordTones {
  const reading = readChord(text)
  if ('chord' in reading) return reading.chord
  const { code, sentence, values } = reading.problem
  throw new SentenceError(code, sentence, values, { source: 'fretboard' })
}

export const THEORY_COMMANDS: Readonly<Record<string, CommandHandler>> = {
  'fretboard.show-chord': (context, { chord }: Args<'chord'>) =>
    changeSettings(context, { chord: chordOf(chord).symbol }),
  'fretboard.hide-chord': context => changeSettings(context, { chord: '' }),
  'fretboard.set-positions': (context, { positions }: Args<'setPositions'>) =>
    changeSettings(context, { positions, position: 0 }),
  'fretboard.next-position': stepPosition(1),
  'fretboard.previous-position': stepPosition(-1),
  'fretboard.find-chord': ({ get }, { chord }: Args<'chord'>) => {
    get(SETTINGS).store(panelSettings).change({ chordFinder: true })
    const finder = get(CHORD_FINDER)
    finder.find(chordOf(chord).symbol)
    if (finder.found.getState()?.voicings.length === 0) {
      throw new FretworkError('chord_unplayable', SENTENCES.none)
    }
  },
  'fretboard.next-voicing': ({ get }) => get(CHORD_FINDER).step(1),
  'fretboard.previous-voicing': ({ get }) => get(CHORD_FINDER).step(-1),
}
