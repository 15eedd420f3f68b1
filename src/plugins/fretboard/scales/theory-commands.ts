import type { CommandContext, CommandHandler } from '../../../core/kernel/manifest/plugin.js'
import { SETTINGS } from '../../../core/kernel/services/tokens.js'
import { FretworkError } from '../../../core/platform/fretwork-error.js'
import { phrases } from '../../../core/platform/phrases.js'
import { requireChord } from '../chords/chord-tones.js'
import { CHORD_FINDER } from '../internal-tokens.js'
import { type Args, panelSettings } from '../settings.js'
import { changeSettings } from '../sharing/shared-view.js'
import { NECK_VIEW } from '../tokens.js'

const SENTENCES = phrases({
  none: 'This chord has no playable voicing in this tuning.',
  filtered: 'No voicing of this chord fits these filters.',
})

const stepPosition =
  (by: number): CommandHandler =>
  context => {
    const { position } = context.get(NECK_VIEW).getState()
    if (!position) return
    // The stored number may be beyond the last position.
    changeSettings(context, { position: (position.index + by + position.total) % position.total })
  }

const writtenChord = ({ get }: Pick<CommandContext, 'get'>, chord: string) =>
  requireChord(chord, get(NECK_VIEW).getState().noteNames)

export const THEORY_COMMANDS: Readonly<Record<string, CommandHandler>> = {
  'fretboard.show-chord': (context, { chord }: Args<'chord'>) =>
    changeSettings(context, { chord: writtenChord(context, chord).symbol }),
  'fretboard.hide-chord': context => changeSettings(context, { chord: '' }),
  'fretboard.set-positions': (context, { positions }: Args<'setPositions'>) =>
    changeSettings(context, { positions, position: 0 }),
  'fretboard.next-position': stepPosition(1),
  'fretboard.previous-position': stepPosition(-1),
  'fretboard.find-chord': (context, { chord, ...filter }: Args<'findChord'>) => {
    context.get(SETTINGS).store(panelSettings).change({ chordFinder: true })
    const found = context.get(CHORD_FINDER).find(writtenChord(context, chord), filter)
    if (found.total === 0) throw new FretworkError('chord_unplayable', SENTENCES.none)
    if (found.voicings.length === 0) throw new FretworkError('voicings_filtered', SENTENCES.filtered)
  },
  'fretboard.next-voicing': ({ get }) => get(CHORD_FINDER).step(1),
  'fretboard.previous-voicing': ({ get }) => get(CHORD_FINDER).step(-1),
}
