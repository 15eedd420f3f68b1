/** Brings what sounds to the screen: changes attributes of the neck's existing nodes, in the next frame. */
import type { Disposable } from '../../../core/platform/disposable.js'
import type { NeckGeometry } from '../neck-geometry.js'
import type { NeckLabel } from '../neck-label.js'
import type { NeckModel, NeckView, SoundingPlace } from '../tokens.js'
import { writeLight } from './light-label.js'
import { NeckTrail } from './neck-trail.js'
import { PARKED } from './parked.js'

export { PARKED } from './parked.js'

/** `requestAnimationFrame` and its counterpart. */
export interface Frames {
  request(draw: () => void): number
  cancel(handle: number): void
}

export const SCREEN_FRAMES: Frames = {
  request: draw => requestAnimationFrame(draw),
  cancel: handle => cancelAnimationFrame(handle),
}

interface PlaceNode {
  /** In the order of the positions, and of their labels. */
  readonly index: number
  readonly at: NeckGeometry['positions'][number]
  /** The place itself, which no style of what sounds applies to: it says that it sounds to whoever asks. */
  readonly place: SVGElement | undefined
  /** What lights up above it. */
  readonly light: SVGElement | undefined
  /** Its edge shows how strongly a note was played. */
  readonly disc: SVGElement | null | undefined
  /** Which of the labels' states the light says. */
  said: number
}

/** How what sounds is shown. */
export type LiveLook = Pick<NeckView, 'velocityLook' | 'trail'>

const PLAIN: LiveLook = { velocityLook: 'strength', trail: 0 }

/** Opacity of the halo of the softest and of the strongest note. */
const FAINTEST = 0.16
const STRONGEST = 0.55
/** Size of the softest and of the strongest note: the dot of the silent neck is 1. */
const SMALLEST = 0.75
const LARGEST = 1.3
/** As many inputs look different; further ones look like the first again. */
const INPUT_LOOKS = 4

export class LiveNeck {
  private nodes = new Map<string, PlaceNode>()
  private slide: NeckGeometry['slide'] = () => 0
  private reach: NeckGeometry['reach'] = { from: 0, to: 0 }
  private vertical = false
  private look = PLAIN
  private labels: readonly NeckLabel[] = []
  private showInterval = false
  /** Counts the states of the labels: a light that says an older one is written anew when it lights up. */
  private saying = 0
  private readonly trail = new NeckTrail()
  private readonly waiting = new Set<string>()
  /** Notes that were over before their frame came: they are shown for that frame all the same. */
  private readonly flashes = new Map<string, SoundingPlace>()
  private frame: number | undefined
  private readonly listening: Disposable

  constructor(
    private readonly model: Pick<NeckModel, 'at' | 'onPlaces' | 'inputs'>,
    private readonly frames: Frames = SCREEN_FRAMES,
  ) {
    this.listening = model.onPlaces(changed => {
      for (const place of changed) {
        const key = `${place.string}:${place.fret}`
        this.waiting.add(key)
        const sounding = model.at(place)
        if (sounding?.held) this.flashes.set(key, sounding)
        if (this.look.trail > 0) this.trail.note(key, sounding?.held ? sounding.pitch : undefined)
      }
      this.ask()
    })
  }

  /**
   * Takes the nodes of a freshly drawn neck (`data-place="string:fret"` and `data-light` of the same) and shows on
   * them what sounds now.
   */
  attach(
    root: Element,
    {
      positions,
      slide,
      reach,
      vertical = false,
    }: Pick<NeckGeometry, 'positions' | 'slide' | 'reach'> & Partial<NeckGeometry>,
    look = PLAIN,
  ): void {
    this.slide = slide
    this.reach = reach
    this.vertical = vertical
    this.look = look
    this.trail.attach(nodesBy(root, 'trail'), positions, look.trail)
    this.nodes = new Map()
    const places = nodesBy(root, 'place')
    const lights = nodesBy(root, 'light')
    for (const [index, at] of positions.entries()) {
      const key = `${at.string}:${at.fret}`
      const light = lights.get(key)
      const disc = light?.querySelector('circle')
      const node = { index, at, place: places.get(key), light, disc, said: 0 }
      this.nodes.set(key, node)
      this.show(node, this.model.at(at))
    }
  }

  /**
   * What the lights say from now on.
   *
   * @param labels in the order of the positions
   * @param showInterval the degree is written as the interval from the tonic: `m3`
   */
  say(labels: readonly NeckLabel[], showInterval = false): void {
    this.labels = labels
    this.showInterval = showInterval
    this.saying += 1
    for (const node of this.nodes.values()) if (this.model.at(node.at)) this.write(node)
  }

  dispose(): void {
    this.listening.dispose()
    if (this.frame !== undefined) this.frames.cancel(this.frame)
    this.waiting.clear()
    this.flashes.clear()
  }

  private ask(): void {
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
      this.show(node, now ?? flash)
    }
    this.waiting.clear()
    this.flashes.clear()
    this.trail.draw()
    for (const key of again) this.waiting.add(key)
    if (again.length > 0) this.ask()
  }

  private write(node: PlaceNode): void {
    const label = this.labels[node.index]
    if (node.said === this.saying || !node.light || !label) return
    node.said = this.saying
    writeLight(node.light, label, this.showInterval)
  }

  private show(node: PlaceNode, sounding: SoundingPlace | undefined): void {
    const { at, place, light, disc } = node
    if (!sounding) {
      place?.removeAttribute('data-sounding')
      // Where it is parked already, to say so again would have the browser paint it anew.
      if (light?.getAttribute('transform') !== PARKED) light?.setAttribute('transform', PARKED)
      return
    }
    this.write(node)
    place?.setAttribute('data-sounding', sounding.held ? 'held' : 'ring')
    light?.toggleAttribute('data-ring', !sounding.held)
    const { velocityLook } = this.look
    const strength = velocityLook === 'size' ? 1 : sounding.velocity
    const opacity = (FAINTEST + (STRONGEST - FAINTEST) * strength).toFixed(2)
    // Even the same value again would have the browser paint the disc anew.
    if (disc?.getAttribute('stroke-opacity') !== opacity) disc?.setAttribute('stroke-opacity', opacity)
    const input = this.inputLook(sounding)
    if (light && light.getAttribute('data-input') !== input) {
      if (input === null) light.removeAttribute('data-input')
      else light.setAttribute('data-input', input)
    }
    const slide = sounding.bend === 0 ? 0 : this.slide(at.fret, sounding.bend)
    const along = this.vertical ? at.y : at.x
    const moved = this.inSight(along, along + slide)
    const x = this.vertical ? at.x : moved
    const y = this.vertical ? moved : at.y
    const size = velocityLook === 'size' ? ` scale(${sizeOf(sounding.velocity)})` : ''
    light?.setAttribute('transform', `translate(${x.toFixed(1)} ${y.toFixed(1)})${size}`)
    const beyond = moved === along + slide ? null : this.wayOf(slide)
    if (light && light.getAttribute('data-beyond') !== beyond) {
      if (beyond) light.setAttribute('data-beyond', beyond)
      else light.removeAttribute('data-beyond')
    }
  }

  private wayOf(slide: number): 'left' | 'right' | 'up' | 'down' {
    if (this.vertical) return slide < 0 ? 'up' : 'down'
    return slide < 0 ? 'left' : 'right'
  }

  /** While only one input has played there is nothing to tell apart. */
  private inputLook({ portId }: SoundingPlace): string | null {
    const inputs = this.model.inputs.getState()
    return inputs.length < 2 ? null : inputLook(inputs, portId)
  }

  /** A note that is bent past the last fret that is shown stops at the edge, where an arrow says that it goes on. */
  private inSight(from: number, to: number): number {
    return to < from
      ? Math.max(to, Math.min(from, this.reach.from))
      : Math.min(to, Math.max(from, this.reach.to))
  }
}

/** Which look an input has, `0` to `3`, by when it was first heard. */
export function inputLook(inputs: readonly string[], portId: string): string {
  return String(Math.max(0, inputs.indexOf(portId)) % INPUT_LOOKS)
}

function sizeOf(velocity: number): string {
  return (SMALLEST + (LARGEST - SMALLEST) * velocity).toFixed(2)
}

function nodesBy(root: Element, name: 'place' | 'light' | 'trail'): Map<string | undefined, SVGElement> {
  const found = root.querySelectorAll<SVGElement>(`[data-${name}]`)
  return new Map([...found].map(node => [node.getAttribute(`data-${name}`) ?? undefined, node]))
}
