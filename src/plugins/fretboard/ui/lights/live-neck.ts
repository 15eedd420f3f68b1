import type { Disposable } from '../../../../core/platform/store.js'
import { type NeckLabel } from '../../../../music/theory/scale.js'
import { ARROW, type NeckGeometry } from '../../neck/neck-geometry.js'
import type { NeckModel, NeckView, SoundingPosition } from '../../tokens.js'
import type { Light, LightSurface, TrailRing, Way } from './light-painter.js'

interface Frames {
  request(draw: () => void): number
  cancel(handle: number): void
}

const SCREEN_FRAMES: Frames = {
  request: draw => requestAnimationFrame(draw),
  cancel: handle => cancelAnimationFrame(handle),
}

interface PositionNode {
  readonly index: number
  readonly at: NeckGeometry['positions'][number]
  /** The `data-sounding` attribute is for tests and assistive technology; no style depends on it. */
  readonly position: SVGElement | undefined
}

export type LiveLook = Pick<NeckView, 'velocityLook' | 'trail'>

const PLAIN: LiveLook = { velocityLook: 'strength', trail: 0 }

const FAINTEST_HALO = 0.16
const STRONGEST = 0.55
const SMALLEST = 0.75
const LARGEST = 1.3
const EDGE_SIZE = 0.65 // leaves room for the outermost dots
const INPUT_LOOKS = 4

export class LiveNeck {
  private nodes = new Map<string, PositionNode>()
  private readonly lit = new Map<string, Light>()
  private slide: NeckGeometry['slide'] = () => 0
  private reach: NeckGeometry['reach'] = { from: 0, to: 0 }
  private radius = 0
  private vertical = false
  private look = PLAIN
  private labels: readonly NeckLabel[] = []
  private labelAt: ((pitch: number) => NeckLabel) | undefined
  private readonly trail = new NeckTrail()
  private readonly waiting = new Set<string>()
  /** Notes that ended before they could be drawn. They are shown for one frame. */
  private readonly flashes = new Map<string, SoundingPosition>()
  private frame: number | undefined
  private readonly listening: readonly Disposable[]
  private edges: readonly Light[] = []

  constructor(
    private readonly model: Pick<NeckModel, 'at' | 'beyond' | 'onPositions' | 'onHeard' | 'inputs'>,
    private readonly surface: LightSurface,
    private readonly frames: Frames = SCREEN_FRAMES,
  ) {
    const positions = model.onPositions((changed, left) => {
      for (const { string, fret } of left) {
        this.flashes.delete(`${string}:${fret}`)
        this.trail.leave(`${string}:${fret}`)
      }
      for (const position of changed) {
        const key = `${position.string}:${position.fret}`
        this.waiting.add(key)
        const sounding = model.at(position)
        if (sounding?.held) this.flashes.set(key, sounding)
        if (this.look.trail > 0) this.trail.note(key, sounding?.held ? sounding.pitch : undefined)
      }
      this.requestFrame()
    })
    // `onPositions` doesn't report notes beyond the visible frets.
    this.listening = [positions, model.onHeard(() => this.requestFrame())]
  }

  /** Shows sounding notes on a newly drawn neck. Finds positions by `data-neck-position="string:fret"`. */
  attach(
    root: Element,
    geometry: Pick<NeckGeometry, 'positions' | 'slide' | 'reach' | 'vertical' | 'radius'>,
    look = PLAIN,
  ): void {
    const { positions, slide, reach, vertical, radius } = geometry
    this.slide = slide
    this.radius = radius
    this.reach = reach
    this.vertical = vertical
    this.look = look
    this.trail.attach(positions, look.trail)
    this.nodes = new Map()
    this.lit.clear()
    const nodes = positionNodesIn(root)
    for (const [index, at] of positions.entries()) {
      const key = `${at.string}:${at.fret}`
      const node = { index, at, position: nodes.get(key) }
      this.nodes.set(key, node)
      this.light(key, node, this.model.at(at))
    }
    this.edges = this.edgeLights()
    this.paint()
  }

  setLabels(labels: readonly NeckLabel[], labelAt?: (pitch: number) => NeckLabel): void {
    this.labels = labels
    this.labelAt = labelAt
    for (const [key, light] of this.lit) {
      const node = this.nodes.get(key)
      if (node) this.lit.set(key, { ...light, label: this.labelOf(node.index, this.model.at(node.at)) })
    }
    this.paint()
  }

  paint(): void {
    this.surface.show([...this.edges, ...this.lit.values()], this.trail.rings())
  }

  dispose(): void {
    for (const listening of this.listening) listening.dispose()
    if (this.frame !== undefined) this.frames.cancel(this.frame)
    this.waiting.clear()
    this.flashes.clear()
  }

  private requestFrame(): void {
    this.frame ??= this.frames.request(() => this.draw())
  }

  private draw(): void {
    this.frame = undefined
    const again: string[] = []
    for (const key of this.waiting) {
      const node = this.nodes.get(key)
      if (!node) continue
      const now = this.model.at(node.at)
      const flash = this.flashes.get(key)
      if (!now && flash) again.push(key)
      this.light(key, node, now ?? flash)
    }
    this.waiting.clear()
    this.flashes.clear()
    this.edges = this.edgeLights()
    this.paint()
    for (const key of again) this.waiting.add(key)
    if (again.length > 0) this.requestFrame()
  }

  private light(key: string, { index, at, position }: PositionNode, sounding: SoundingPosition | undefined) {
    if (!sounding) {
      position?.removeAttribute('data-sounding')
      this.lit.delete(key)
      return
    }
    position?.setAttribute('data-sounding', sounding.held ? 'held' : 'ring')
    const { velocity, bend, held } = sounding
    const bySize = this.look.velocityLook === 'size'
    const slide = bend === 0 ? 0 : this.slide(at.fret, bend)
    const along = this.vertical ? at.y : at.x
    const moved = this.inSight(along, along + slide)
    this.lit.set(key, {
      x: this.vertical ? at.x : moved,
      y: this.vertical ? moved : at.y,
      size: bySize ? between(SMALLEST, LARGEST, velocity) : 1,
      halo: bySize ? STRONGEST : between(FAINTEST_HALO, STRONGEST, velocity),
      ring: !held,
      input: this.inputLook(sounding),
      beyond: moved === along + slide ? undefined : this.wayOf(slide),
      label: this.labelOf(index, sounding),
    })
  }

  private labelOf(index: number, sounding: SoundingPosition | undefined): NeckLabel | undefined {
    const bent = Math.round(sounding?.bend ?? 0)
    const asBent = sounding && bent !== 0 ? this.labelAt?.(sounding.pitch + bent) : undefined
    return asBent ?? this.labels[index]
  }

  /** Returns an arrow and a fret number for each note beyond the visible frets. */
  private edgeLights(): readonly Light[] {
    return this.model.beyond().flatMap(sounding => {
      const { string, fret, pitch, velocity, bend, held } = sounding
      const near = [...this.nodes.values()].find(({ at }) => at.string === string)?.at
      if (!near) return []
      const toEnd = this.slide(near.fret, fret - near.fret) > 0
      const inset = EDGE_SIZE * (this.radius + ARROW)
      const { from, to } = this.reach
      const whole = this.radius + ARROW
      const along = toEnd ? to + whole - inset : from - whole + inset
      return [
        {
          ...(this.vertical ? { x: near.x, y: along } : { x: along, y: near.y }),
          size: EDGE_SIZE,
          halo: between(FAINTEST_HALO, STRONGEST, velocity),
          ring: !held,
          input: this.inputLook(sounding),
          beyond: this.wayOf(toEnd ? 1 : -1),
          label: this.labelAt?.(Math.round(pitch + bend)),
          fret,
        },
      ]
    })
  }

  private wayOf(slide: number): Way {
    if (this.vertical) return slide < 0 ? 'up' : 'down'
    return slide < 0 ? 'left' : 'right'
  }

  private inputLook({ portId }: SoundingPosition): number | undefined {
    const inputs = this.model.inputs.getState()
    return inputs.length < 2 ? undefined : inputLook(inputs, portId)
  }

  /** Clamps a bent note to the last visible fret. An arrow there shows that it continues. */
  private inSight(from: number, to: number): number {
    return to < from
      ? Math.max(to, Math.min(from, this.reach.from))
      : Math.min(to, Math.max(from, this.reach.to))
  }
}

export function inputLook(inputs: readonly string[], portId: string): number {
  return Math.max(0, inputs.indexOf(portId)) % INPUT_LOOKS
}

function between(least: number, most: number, share: number): number {
  return least + (most - least) * share
}

function positionNodesIn(root: Element): Map<string | null, SVGElement> {
  const found = root.querySelectorAll<SVGElement>('[data-neck-position]')
  return new Map([...found].map(node => [node.getAttribute('data-neck-position'), node]))
}

const NEWEST = 0.9
const OLDEST = 0.25

class NeckTrail {
  private at: ReadonlyMap<string, NeckGeometry['positions'][number]> = new Map()
  private longest = 0
  private steps: { readonly pitch: number; readonly positions: string[] }[] = [] // newest last
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
    // Positions with the same pitch arrive together.
    if (last?.pitch === pitch && !last.positions.includes(position)) last.positions.push(position)
    else this.steps.push({ pitch, positions: [position] })
    if (this.steps.length > this.longest) this.steps.shift()
    this.drawn = undefined
  }

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
