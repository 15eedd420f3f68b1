/** The neck as asked for, checked. */
import { MAX_FRET } from '../../../core/music/guitar/position.js'
import { FretworkError } from '../../../core/platform/fretwork-error.js'
import { MOST_FRETS, type PositionNeck } from '../tokens.js'
import { MOST_STRINGS, type Neck } from './grips.js'

/** Fewer strings leave nothing to choose. */
const FEWEST_STRINGS = 3
/** Highest open string of a bass; a six-string bass has C3, a baritone guitar B3. */
const BASS_TOP = 50

/** @throws FretworkError `positions_neck` with the reason */
export function checkedNeck({ tuning, capo = 0, frets = MAX_FRET }: PositionNeck): Neck {
  const { strings, begins } = tuning
  if (strings.length < FEWEST_STRINGS || strings.length > MOST_STRINGS) {
    throw new FretworkError(
      'positions_neck',
      `A neck needs ${FEWEST_STRINGS} to ${MOST_STRINGS} strings, not ${strings.length}.`,
    )
  }
  const odd = strings.find(pitch => !Number.isInteger(pitch) || pitch < 0 || pitch > 127)
  if (odd !== undefined)
    throw new FretworkError(
      'positions_neck',
      `"${odd}" isn't a pitch of a string; use MIDI notes from 0 to 127.`,
    )
  if (!Number.isInteger(frets) || frets < 1 || frets > MOST_FRETS)
    throw new FretworkError('positions_neck', `A neck has 1 to ${MOST_FRETS} frets, not ${frets}.`)
  if (!Number.isInteger(capo) || capo < 0 || capo >= frets)
    throw new FretworkError(
      'positions_neck',
      `The capo sits on a fret from 0 to ${frets - 1}, not on ${capo}.`,
    )
  const begin = begins?.find(fret => !Number.isInteger(fret) || fret < 0 || fret > MOST_FRETS)
  if (begin !== undefined)
    throw new FretworkError(
      'positions_neck',
      `A string cannot begin at fret ${begin}; give a fret from 0 to ${MOST_FRETS}.`,
    )
  return { strings, begins, capo, top: frets - capo }
}

export function isBass({ strings }: Neck): boolean {
  return Math.max(...strings) <= BASS_TOP
}
