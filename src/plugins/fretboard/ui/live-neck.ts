/** Brings what sounds to the screen: changes attributes of the neck's existing nodes, in the next frame. */
import type { Place } from '../../../core/music/place.js'
import type { Disposable } from '../../../core/platform/disposable.js'
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
  readonly place: Place
  readonly element: SVGElement
  /** The part that a bend moves. */
  readonly note: SVGElement | null
  /** The part that shows how strongly a note was played. */
  readonly halo: SVGElement | null
}

/** Opacity of the halo of the softest and of the strongest note. */
const FAINTEST = 0.16
const STRONGEST = 0.55

export class LiveNeck {
  private nodes = new Map<string, PlaceNode>()
  private slide: (fret: number, semitones: number) => number = () => 0
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
   * Takes the nodes of a freshly drawn neck (`data-place="string:fret"`) and shows on them what sounds now.
   *
   * @param slide how far a dot moves for a bend, in units of the drawing
   */
  attach(root: Element, slide: (fret: number, semitones: number) => number): void {
    this.slide = slide
    this.nodes = new Map()
    for (const element of root.querySelectorAll<SVGElement>('[data-place]')) {
      const key = element.dataset.place ?? ''
      const [string = 0, fret = 0] = key.split(':').map(Number)
      const node = {
        place: { string, fret },
        element,
        note: element.querySelector<SVGElement>('[data-part="note"]'),
        halo: element.querySelector<SVGElement>('[data-part="halo"]'),
      }
      this.nodes.set(key, node)
      this.show(node, this.model.at(node.place))
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
      const now = this.model.at(node.place)
      const flash = this.flashes.get(key)
      if (!now && flash) again.push(key)
      this.show(node, now ?? flash)
    }
    this.waiting.clear()
    this.flashes.clear()
    for (const key of again) this.waiting.add(key)
    if (again.length > 0) this.ask()
  }

  private show({ place, element, note, halo }: PlaceNode, sounding: SoundingPlace | undefined): void {
    if (!sounding) {
      element.removeAttribute('data-sounding')
      note?.removeAttribute('transform')
      return
    }
    element.setAttribute('data-sounding', sounding.held ? 'held' : 'ring')
    const opacity = FAINTEST + (STRONGEST - FAINTEST) * sounding.velocity
    halo?.setAttribute('fill-opacity', opacity.toFixed(2))
    if (sounding.bend === 0) note?.removeAttribute('transform')
    else note?.setAttribute('transform', `translate(${this.slide(place.fret, sounding.bend).toFixed(1)} 0)`)
  }
}
