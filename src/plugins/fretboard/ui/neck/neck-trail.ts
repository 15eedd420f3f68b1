import type { NeckGeometry } from '../../neck/neck-geometry.js'
import type { TrailRing } from '../lights/light-painter.js'

interface Step {
  readonly pitch: number
  readonly positions: string[]
}

const NEWEST = 0.9 // opacity
const OLDEST = 0.25

export class NeckTrail {
  private at: ReadonlyMap<string, NeckGeometry['positions'][number]> = new Map()
  private longest = 0
  private steps: Step[] = [] // newest last
  private readonly held = new Set<string>()
  private drawn: readonly TrailRing[] | undefined

  attach(positions: NeckGeometry['positions'], longest: number): void {
    this.at = new Map(positions.map(position => [`${position.string}:${position.fret}`, position]))
    this.longest = longest
    this.held.clear()
    this.steps = []
    this.drawn = undefined
  }

  note(position: string, pitch: number | undefined): void {
    if (pitch === undefined) {
      this.held.delete(position)
      return
    }
    if (this.held.has(position)) return
    this.held.add(position)
    const moved = this.steps.findLast(step => step.pitch === pitch && step.positions.length === 0)
    const last = moved ?? this.steps.at(-1)
    // Positions of one pitch arrive together.
    if (last?.pitch === pitch && !last.positions.includes(position)) last.positions.push(position)
    else this.steps.push({ pitch, positions: [position] })
    if (this.steps.length > this.longest) this.steps.shift()
    this.drawn = undefined
  }

  /** The note moved to another position before it was visible. */
  leave(position: string): void {
    this.held.delete(position)
    const step = this.steps.findLast(({ positions }) => positions.includes(position))
    step?.positions.splice(step.positions.indexOf(position), 1)
    this.drawn = undefined
  }

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
