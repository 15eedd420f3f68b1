/** Times are in seconds since the first sample. */
export interface HeardNote {
  readonly type: 'note'
  readonly id: number
  readonly onset: number
  readonly decided: number
  /** MIDI note number. */
  readonly pitch: number
  /** Deviation from equal temperament at A4 = 440 Hz, −50 to 50. */
  readonly cents: number
  /** 0–1 */
  readonly velocity: number
  /** 0–1 */
  readonly confidence: number
  readonly string?: number
}

/** A note heard wrongly ends at its own onset. */
export type Heard =
  | HeardNote
  | { readonly type: 'bend'; readonly id: number; readonly at: number; readonly semitones: number }
  | { readonly type: 'end'; readonly id: number; readonly at: number }

/** @returns notes that weren’t corrected */
export function lastingNotes(heard: readonly Heard[]): HeardNote[] {
  const ends = new Map(heard.flatMap(each => (each.type === 'end' ? [[each.id, each.at]] : [])))
  return heard.flatMap(each =>
    each.type === 'note' && (ends.get(each.id) ?? Infinity) > each.onset ? [each] : [],
  )
}
