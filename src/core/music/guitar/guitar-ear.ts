/**
 * Hears whether a device is a MIDI guitar: several strings sound together, each on a channel of its own, and no
 * channel ever holds two notes.
 *
 * Recognised: within the row of channels 8 notes began, 3 of them while another channel sounded, and two or more
 * channels played at least twice. That is the second note of a second strum.
 *
 * Contradicted: a channel held two notes for more than 30 ms, or three at all, or a note came on a channel outside
 * of the row. What was heard until then counts for nothing.
 */

/** Notes that must have begun since the last contradiction. */
const NOTES = 8
/** How many of them while another channel sounded. */
const TOGETHER = 3
/** One note on a channel says nothing of how it plays two. */
const NOTES_OF_A_CHANNEL = 2
const CHANNELS = 2
/** A string that is hammered on begins its next note before it ends the last one. */
const LEGATO_MS = 30

const NONE = -1

export function createGuitarEar(firstChannel: number, lastChannel: number) {
  let first = firstChannel
  let last = lastChannel
  let recognised = false
  let began = 0
  let together = 0
  let channels = 0
  /** Channels that hold a note, and those that hold two for a moment. */
  let sounding = 0
  let overlapping = 0
  /** By channel: the newest note it holds, the one before that, when the two met, notes that began. */
  const newest = new Int16Array(17).fill(NONE)
  const older = new Int16Array(17).fill(NONE)
  const metAt = new Float64Array(17)
  const played = new Uint32Array(17)

  const forget = () => {
    recognised = false
    began = 0
    together = 0
    channels = 0
    sounding = 0
    overlapping = 0
    newest.fill(NONE)
    older.fill(NONE)
    played.fill(0)
  }

  const quiet = (channel: number) => {
    if (newest[channel] !== NONE) sounding -= 1
    if (older[channel] !== NONE) overlapping -= 1
    newest[channel] = NONE
    older[channel] = NONE
  }

  /** Whether some channel has held two notes for longer than a change of notes takes. */
  const isPolyphonic = (at: number) => {
    if (overlapping === 0) return false
    for (let channel = first; channel <= last; channel += 1) {
      if (older[channel] !== NONE && at - (metAt[channel] ?? 0) > LEGATO_MS) return true
    }
    return false
  }

  /** @returns false where the channel holds two notes already */
  const hold = (channel: number, note: number, at: number): boolean => {
    const before = newest[channel] ?? NONE
    // The same string struck again without a note-off is one note.
    if (before === note || older[channel] === note) return true
    if (before === NONE) sounding += 1
    else {
      if (older[channel] !== NONE) return false
      older[channel] = before
      metAt[channel] = at
      overlapping += 1
    }
    newest[channel] = note
    return true
  }

  return {
    get recognised() {
      return recognised
    },
    /** @param channel 1–16 @param at milliseconds, never falling */
    noteOn(channel: number, note: number, at: number) {
      const others = sounding - (newest[channel] === NONE ? 0 : 1)
      if (channel < first || channel > last || isPolyphonic(at) || !hold(channel, note, at)) {
        forget()
        return
      }
      began += 1
      if (others > 0) together += 1
      const notes = (played[channel] ?? 0) + 1
      played[channel] = notes
      if (notes === NOTES_OF_A_CHANNEL) channels += 1
      if (overlapping === 0 && began >= NOTES && together >= TOGETHER && channels >= CHANNELS)
        recognised = true
    },
    noteOff(channel: number, note: number, at: number) {
      if (isPolyphonic(at)) {
        forget()
        return
      }
      if (older[channel] === note) {
        older[channel] = NONE
        overlapping -= 1
      } else if (newest[channel] === note) {
        const left = older[channel] ?? NONE
        if (left === NONE) sounding -= 1
        else overlapping -= 1
        newest[channel] = left
        older[channel] = NONE
      }
    },
    /** All notes off, of one channel or of all. */
    silence(channel?: number) {
      if (channel !== undefined) quiet(channel)
      else for (let each = 1; each <= 16; each += 1) quiet(each)
    },
    /** Another row of channels: what was heard still counts if it was all within. */
    setRow(firstOfRow: number, lastOfRow: number) {
      first = firstOfRow
      last = lastOfRow
      const outside = played.some((notes, channel) => notes > 0 && (channel < first || channel > last))
      if (outside) forget()
    },
    /** It was recognised before, and is until it contradicts that. */
    trust() {
      recognised = true
    },
    /** Starts over. */
    forget,
  }
}
