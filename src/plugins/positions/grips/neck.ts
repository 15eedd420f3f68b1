import { MAX_FRET } from '../../../core/music/guitar/position.js'
import { FretworkError } from '../../../core/platform/fretwork-error.js'
import { MOST_FRETS, type PositionNeck } from '../tokens.js'
import { MOST_STRINGS, type Neck } from './grips.js'

const FEWEST_STRINGS = 3
const BASS_TOP = 50 // a six-string bass has C3, a baritone guitar B3

export function checkedNeck({ tuning, capo = 0, frets = MAX_FRET }: PositionNeck): Neck {
  const { strings, begins } = tuning
  const isWhole = (value: number, from: number, to: number) =>
    Number.isInteger(value) && value >= from && value <= to
  const odd = strings.find(pitch => !isWhole(pitch, 0, 127))
  const begin = begins?.find(fret => !isWhole(fret, 0, MOST_FRETS))
  const reasons = [
    !isWhole(strings.length, FEWEST_STRINGS, MOST_STRINGS) &&
      `A neck needs ${FEWEST_STRINGS} to ${MOST_STRINGS} strings, not ${strings.length}.`,
    odd !== undefined && `"${odd}" isn't a pitch of a string; use MIDI notes from 0 to 127.`,
    !isWhole(frets, 1, MOST_FRETS) && `A neck has 1 to ${MOST_FRETS} frets, not ${frets}.`,
    !isWhole(capo, 0, frets - 1) && `The capo sits on a fret from 0 to ${frets - 1}, not on ${capo}.`,
    begin !== undefined && `A string cannot begin at fret ${begin}; give a fret from 0 to ${MOST_FRETS}.`,
  ]
  const reason = reasons.find(each => each !== false)
  if (reason) throw new FretworkError('positions_neck', reason)
  return { strings, begins, capo, top: frets - capo }
}

export function isBass({ strings }: Neck): boolean {
  return Math.max(...strings) <= BASS_TOP
}
