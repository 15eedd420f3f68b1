import type { Played, Way } from './synthesis/sound-port.js'

const PATIENCE_MS = 300

interface EarlyNote {
  readonly way: Way
  readonly port: string
  readonly bytes: readonly number[]
  readonly atMs: number
  readonly played: Played
}

export class EarlyNotes {
  private notes: readonly EarlyNote[] = []

  add(note: EarlyNote, nowMs: number): void {
    this.notes = [...this.inTime(nowMs), note]
  }

  /** Returns queued notes, all delayed by the same amount to keep their rhythm. */
  take(nowMs: number): readonly EarlyNote[] {
    const notes = this.inTime(nowMs)
    this.clear()
    const late = Math.max(0, ...notes.map(({ atMs }) => nowMs - atMs))
    return notes.map(note => ({ ...note, atMs: note.atMs + late }))
  }

  clear(): void {
    this.notes = []
  }

  private inTime(nowMs: number): readonly EarlyNote[] {
    return this.notes.filter(({ atMs }) => nowMs - atMs <= PATIENCE_MS)
  }
}
