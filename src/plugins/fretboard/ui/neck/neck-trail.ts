/** The note trail: a fading ring at the position of each recent note. */
import type { NeckGeometry } from '../../neck/neck-geometry.js'
import type { TrailRing } from '../lights/light-painter.js'

/** One note, at every position of its pitch if its string is unknown. */
interface Step {
  readonly pitch: number
  readonly positions: string[]
}

/** Opacity of the newest and of the oldest ring. */
const NEWEST = 0.9
const OLDEST = 0.25

export class NeckTrail {
  private at: ReadonlyMap<string, NeckGeometry['positions'][number]> = new Map()
  private longest = 0
  /** Newest last. */
  private steps: Step[] = []
  private readonly held = new Set<string>()
  private drawn: readonly TrailRing[] | undefined

  /** Attaches to a newly drawn neck and forgets the notes of the previous one. */
  attach(positions: NeckGeometry['positions'], longest: number): void {
    this.at = new Map(positions.map(position => [`${position.string}:${position.fret}`, position]))
    this.longest = longest
    this.held.clear()
    this.steps = []
    this.drawn = undefined
  }

  /** @param pitch of the note held at a position; `undefined` if there is none */
  note(position: string, pitch: number | undefined): void {
    if (pitch === undefined) {
      this.held.delete(position)
      return
    }
    if (this.held.has(position)) return
    this.held.add(position)
    const moved = this.steps.findLast(step => step.pitch === pitch && step.positions.length === 0)
    const last = moved ?? this.steps.at(-1)
    // Positions of one pitch arrive together: they are one note.
    if (last?.pitch === pitch && !last.positions.includes(position)) last.positions.push(position)
    else this.steps.push({ pitch, positions: [position] })
    if (this.steps.length > this.longest) this.steps.shift()
    this.drawn = undefined
  }

  /** A note moved to another position before it was visible: it is still the same note. */
  leave(position: string): void {
    this.held.delete(position)
    const step = this.steps.findLast(({ positions }) => positions.includes(position))
    step?.positions.splice(step.positions.indexOf(position), 1)
    this.drawn = undefined
  }

  /** Oldest first; of two notes at one position, the newer one. */
  rings(): readonly TrailRing[] {
    this.drawn ??= this.draw()
    return this.drawn
  }

  private draw(): readonly TrailRing[] {
    const rings = new Map<string, TrailRing>()
    for (const [index, { positions }] of this.steps.entries()) {
      const age = this.steps.length - 1 - index
      const opacity = NEWEST - ((NEWEST - OLDEST) * age) / Math.max(1, this.longest - 1)
      for (const position of positions) {
        const at = this.at.get(position)
        if (at) rings.set(position, { x: at.x, y: at.y, opacity })
      }
    }
    return [...rings.values()]
  }
}
