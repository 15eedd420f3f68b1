/** Brings what sounds to the screen: changes attributes of the neck's existing nodes, in the next frame. */
import type { Disposable } from '../../../core/platform/disposable.js'
import type { NeckGeometry } from '../neck-geometry.js'
import type { NeckModel, SoundingPlace } from '../tokens.js'

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
  readonly at: NeckGeometry['positions'][number]
  /** The place itself, which no style of what sounds applies to: it says that it sounds to whoever asks. */
  readonly place: SVGElement | undefined
  /** What lights up above it. */
  readonly light: SVGElement | undefined
  /** Its edge shows how strongly a note was played. */
  readonly disc: SVGElement | null | undefined
}

/** Opacity of the halo of the softest and of the strongest note. */
const FAINTEST = 0.16
const STRONGEST = 0.55

/** Where a light waits: outside of the drawing, which clips it. */
export const PARKED = 'translate(0 -999)'

export class LiveNeck {
  private nodes = new Map<string, PlaceNode>()
  private slide: NeckGeometry['slide'] = () => 0
  private reach: NeckGeometry['reach'] = { from: 0, to: 0 }
  private readonly waiting = new Set<string>()
  /** Notes that were over before their frame came: they are shown for that frame all the same. */
  private readonly flashes = new Map<string, SoundingPlace>()
  private frame: number | undefined
  private readonly listening: Disposable

  constructor(
    private readonly model: Pick<NeckModel, 'at' | 'onPlaces'>,
    private readonly frames: Frames = SCREEN_FRAMES,
  ) {
    this.listening = model.onPlaces(changed => {
      for (const place of changed) {
        const key = `${place.string}:${place.fret}`
        this.waiting.add(key)
        const sounding = model.at(place)
        if (sounding?.held) this.flashes.set(key, sounding)
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
    { positions, slide, reach }: Pick<NeckGeometry, 'positions' | 'slide' | 'reach'>,
  ): void {
    this.slide = slide
    this.reach = reach
    this.nodes = new Map()
    const places = nodesBy(root, 'place')
    const lights = nodesBy(root, 'light')
    for (const at of positions) {
      const key = `${at.string}:${at.fret}`
      const light = lights.get(key)
      const node = { at, place: places.get(key), light, disc: light?.querySelector('circle') }
      this.nodes.set(key, node)
      this.show(node, this.model.at(at))
    }
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
    for (const key of again) this.waiting.add(key)
    if (again.length > 0) this.ask()
  }

  private show({ at, place, light, disc }: PlaceNode, sounding: SoundingPlace | undefined): void {
    if (!sounding) {
      place?.removeAttribute('data-sounding')
      light?.setAttribute('transform', PARKED)
      return
    }
    place?.setAttribute('data-sounding', sounding.held ? 'held' : 'ring')
    light?.toggleAttribute('data-ring', !sounding.held)
    const opacity = (FAINTEST + (STRONGEST - FAINTEST) * sounding.velocity).toFixed(2)
    // Even the same value again would have the browser paint the disc anew.
    if (disc?.getAttribute('stroke-opacity') !== opacity) disc?.setAttribute('stroke-opacity', opacity)
    const slide = sounding.bend === 0 ? 0 : this.slide(at.fret, sounding.bend)
    const x = this.inSight(at.x, at.x + slide)
    light?.setAttribute('transform', `translate(${x.toFixed(1)} ${at.y.toFixed(1)})`)
    const beyond = x === at.x + slide ? null : slide < 0 ? 'left' : 'right'
    if (light && light.getAttribute('data-beyond') !== beyond) {
      if (beyond) light.setAttribute('data-beyond', beyond)
      else light.removeAttribute('data-beyond')
    }
  }

  /** A note that is bent past the last fret that is shown stops at the edge, where an arrow says that it goes on. */
  private inSight(from: number, to: number): number {
    return to < from
      ? Math.max(to, Math.min(from, this.reach.from))
      : Math.min(to, Math.max(from, this.reach.to))
  }
}

function nodesBy(root: Element, name: 'place' | 'light'): Map<string | undefined, SVGElement> {
  const found = root.querySelectorAll<SVGElement>(`[data-${name}]`)
  return new Map([...found].map(node => [node.dataset[name], node]))
}
