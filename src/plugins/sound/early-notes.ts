/** Notes that come while the sound is being loaded: played once it is there, unless that takes too long. */
import type { Way } from './voice-pool.js'

/** As late as they are played, in milliseconds. */
const PATIENCE_MS = 300

export interface EarlyNote {
  readonly way: Way
  readonly port: string
  readonly bytes: readonly number[]
  /** In the application's time. */
  readonly atMs: number
  /** Of a guitar note, if the source knows it. */
  readonly string: number | undefined
}

export class EarlyNotes {
  /** In the order in which they came. */
  private notes: readonly EarlyNote[] = []

  add(note: EarlyNote, nowMs: number): void {
    this.notes = [...this.inTime(nowMs), note]
  }

  /** All of them later by as much as the first one is, so that their rhythm stays. */
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
