/**
 * Turns a plugin's filter functions into a table, so that the app can filter without calling the plugin for
 * every message.
 */
import type { NoteFilter } from '../sdk.js'

export interface FilterTable {
  /** Channels whose messages are dropped, 1–16. */
  readonly dropped: readonly number[]
  /**
   * Replacements by `channelNoteKey`; unlisted notes stay unchanged. A single list contains the note, channel
   * and velocity factor of each replacement, because nested lists would exceed the message budget.
   */
  readonly changed: Readonly<Record<number, readonly number[]>>
}

type Replaced = ReturnType<NonNullable<NoteFilter['change']>>

export const FILTER_RULE =
  'results can depend only on channel, note and settings; for anything else, use midi.onNote and midi.receive'

const CHANNELS = Array.from({ length: 16 }, (_, index) => index + 1)
const NOTES = Array.from({ length: 128 }, (_, note) => note)

export function channelNoteKey(channel: number, note: number): number {
  return channel * 128 + note
}

/** @throws TypeError if a function returns different results for the same note */
export function filterTable({ accepts = () => true, change }: NoteFilter): FilterTable {
  const changed: Record<number, readonly number[]> = {}
  for (const channel of change ? CHANNELS : []) {
    for (const note of NOTES) {
      const notes = twice('change', () => change?.({ channel, note }) ?? [])
      if (!notes.every(each => Number.isInteger(each.note)))
        throw new TypeError('change of midi.filter must return a list of { note }, with whole numbers')
      if (!isUnchanged(notes, channel, note))
        changed[channelNoteKey(channel, note)] = notes
          .filter(each => each.note >= 0 && each.note <= 127)
          .flatMap(each => [each.note, each.channel ?? channel, each.velocity ?? 1])
    }
  }
  return { dropped: CHANNELS.filter(channel => !twice('accepts', () => accepts(channel))), changed }
}

function twice<T>(name: string, result: () => T): T {
  const [first, second] = [result(), result()]
  if (JSON.stringify(first) === JSON.stringify(second)) return first
  const message = `${name} of midi.filter returns different notes if called twice, but ${FILTER_RULE}`
  throw new TypeError(message)
}

function isUnchanged(notes: Replaced, channel: number, note: number): boolean {
  const [only] = notes
  const isSame = only?.note === note && (only.channel ?? channel) === channel && (only.velocity ?? 1) === 1
  return notes.length === 1 && isSame
}
