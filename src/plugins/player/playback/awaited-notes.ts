/** Whether the user has played the notes at which the song waits: all of them, each struck for this moment. */

/** A note struck this long before the song comes to it was meant for it. */
const EARLY_MS = 150
/** The notes of a chord are struck within this time: a note of the first try does not count for the third. */
const TOGETHER_MS = 800

export function createAwaitedNotes() {
  /** When each awaited pitch was struck; −∞ while it was not. */
  const awaited = new Map<number, number>()
  /** Strokes that no moment has used up yet. */
  const early = new Map<number, number>()

  const isPlayed = () => {
    if (awaited.size === 0) return false
    const times = [...awaited.values()]
    const first = Math.min(...times)
    return Number.isFinite(first) && Math.max(...times) - first <= TOGETHER_MS
  }

  return {
    /** The song waits for these MIDI notes from now on. */
    expect(pitches: Iterable<number>, nowMs: number) {
      awaited.clear()
      for (const pitch of pitches) {
        const at = early.get(pitch) ?? Number.NEGATIVE_INFINITY
        awaited.set(pitch, nowMs - at <= EARLY_MS ? at : Number.NEGATIVE_INFINITY)
      }
      // A stroke counts once: holding a note does not play its repetition.
      early.clear()
    },
    /** The song waits for nothing. */
    forget() {
      awaited.clear()
      early.clear()
    },
    /** The user has struck a note. @returns whether the song can go on */
    struck(pitch: number, nowMs: number) {
      if (awaited.has(pitch)) awaited.set(pitch, nowMs)
      else early.set(pitch, nowMs)
      if (!isPlayed()) return false
      awaited.clear()
      return true
    },
    /** Whether what was struck a moment before the song came here was enough already. */
    isPlayed,
  }
}
