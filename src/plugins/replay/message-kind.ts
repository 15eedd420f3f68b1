/** What a message does to notes, read from its bytes. */
import type { ReplayEvent } from './replay-source.js'

const DRUMS = 9

export function isNoteOn(raw: readonly number[]): boolean {
  return (raw[0] ?? 0) >> 4 === 0x9 && (raw[2] ?? 0) > 0
}

export function isEndOfNote(raw: readonly number[]): boolean {
  const kind = (raw[0] ?? 0) >> 4
  return kind === 0x8 || (kind === 0x9 && (raw[2] ?? 0) === 0)
}

/** The same for a note-on and its note-off. */
export function noteKey({ raw, portId }: Pick<ReplayEvent, 'raw' | 'portId'>): string {
  return `${portId} ${(raw[0] ?? 0) & 15} ${raw[1]}`
}

/** Notes and their pressure moved by semitones; `undefined` where they would leave 0–127. */
export function transposed(raw: readonly number[], semitones: number): readonly number[] | undefined {
  const [status = 0, note = 0, ...rest] = raw
  const kind = status >> 4
  if (kind < 0x8 || kind > 0xa || (status & 15) === DRUMS) return raw
  const moved = note + semitones
  return moved >= 0 && moved <= 127 ? [status, moved, ...rest] : undefined
}
