/** The trail of the last notes: a fading ring where each of them was, moved without React. */
import type { NeckGeometry } from '../neck-geometry.js'
import { PARKED } from './parked.js'

/** One note, at every place of its pitch where nobody knew its string. */
interface Step {
  readonly pitch: number
  readonly places: string[]
}

/** Opacity of the newest and of the oldest ring. */
const NEWEST = 0.9
const OLDEST = 0.25

export class NeckTrail {
  private nodes: ReadonlyMap<string | undefined, SVGElement> = new Map()
  private at: ReadonlyMap<string, NeckGeometry['positions'][number]> = new Map()
  private longest = 0
  /** Newest last. */
  private steps: Step[] = []
  private readonly held = new Set<string>()
  private shown = new Set<string>()
  private changed = false

  /** Takes the rings of a freshly drawn neck. What was played on another neck lies elsewhere on this one. */
  attach(
    nodes: ReadonlyMap<string | undefined, SVGElement>,
    positions: NeckGeometry['positions'],
    longest: number,
  ): void {
    this.nodes = nodes
    this.at = new Map(positions.map(position => [`${position.string}:${position.fret}`, position]))
    this.longest = longest
    for (const node of nodes.values()) node.setAttribute('transform', PARKED)
    this.shown.clear()
    this.held.clear()
    this.steps = []
    this.changed = false
  }

  /** @param pitch of the note held at a place now; `undefined` where none is */
  note(place: string, pitch: number | undefined): void {
    if (pitch === undefined) {
      this.held.delete(place)
      return
    }
    if (this.held.has(place)) return
    this.held.add(place)
    const last = this.steps.at(-1)
    // Places of one pitch are told together: they are one note.
    if (last?.pitch === pitch && !last.places.includes(place)) last.places.push(place)
    else this.steps.push({ pitch, places: [place] })
    if (this.steps.length > this.longest) this.steps.shift()
    this.changed = true
  }

  draw(): void {
    if (!this.changed) return
    this.changed = false
    const now = new Set<string>()
    for (const [index, { places }] of this.steps.entries()) {
      const age = this.steps.length - 1 - index
      const opacity = (NEWEST - ((NEWEST - OLDEST) * age) / Math.max(1, this.longest - 1)).toFixed(2)
      for (const place of places) {
        const node = this.nodes.get(place)
        const at = this.at.get(place)
        if (!node || !at) continue
        now.add(place)
        node.setAttribute('stroke-opacity', opacity)
        if (!this.shown.has(place)) node.setAttribute('transform', `translate(${at.x} ${at.y})`)
      }
    }
    for (const place of this.shown)
      if (!now.has(place)) this.nodes.get(place)?.setAttribute('transform', PARKED)
    this.shown = now
  }
}
