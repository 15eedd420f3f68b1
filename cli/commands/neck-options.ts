import { messageOf } from '../../src/core/platform/fretwork-error.js'
import type { StrungNeck } from '../../src/music/guitar/position.js'
import { openStrings, TUNINGS } from '../../src/music/guitar/tunings.js'
import { wrongUsage } from '../errors.js'
import { plain } from '../io/print.js'

/** Matches the first fret of a short string, as in `G4*5`. */
const BEGIN = /(?<=\d)\*(\d{1,2})$/
const FEWEST_STRINGS = 3
const MOST_STRINGS = 10

export function tuningOf(text: string): StrungNeck {
  try {
    return strungNeckOf(text)
  } catch (cause) {
    throw wrongUsage('tuning_invalid', `--tuning: ${plain(messageOf(cause))}.`, cause)
  }
}

/** @throws RangeError */
export function strungNeckOf(text: string): StrungNeck {
  const named = TUNINGS.find(({ name }) => name.toLowerCase() === text.trim().toLowerCase())
  if (named) return named
  const words = text.trim().split(/\s+/)
  const begins = words.map(word => Number(BEGIN.exec(word)?.[1] ?? 0)).reverse()
  const strings = openStrings(words.map(word => word.replace(BEGIN, '')).join(' '))
  return begins.some(fret => fret > 0) ? { strings, begins } : { strings }
}

export function neckTuningOf(text: string): StrungNeck {
  const tuning = tuningOf(text)
  const { length } = tuning.strings
  if (length >= FEWEST_STRINGS && length <= MOST_STRINGS) return tuning
  const message = `--tuning: a neck has ${FEWEST_STRINGS} to ${MOST_STRINGS} strings, not ${length}.`
  throw wrongUsage('tuning_invalid', message)
}

export function wholeNumber(
  option: string,
  word: string,
  { from = 0, to = 999_999 }: { from?: number; to?: number } = {},
): number {
  const number = Number(word)
  if (/^\d{1,6}$/.test(word) && number >= from && number <= to) return number
  const range = to < 999_999 ? ` from ${from} to ${to}` : ` of ${from} or more`
  throw wrongUsage('number_invalid', `${option} must be a whole number${range}, not "${plain(word)}".`)
}
