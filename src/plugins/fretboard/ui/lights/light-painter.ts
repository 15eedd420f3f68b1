/** Draws lights on a canvas. With DOM nodes, styling and laying out thirty lights took most of a frame. */

import { type NoteNames, shownNote, withSigns } from '../../../../music/guitar/note-names.js'
import { degreeNumberOf } from '../../../../music/theory/degrees.js'
import { type NeckLabel } from '../../../../music/theory/scale.js'
import { ARROW, type Point } from '../../neck/neck-geometry.js'
import { DOT_RADIUS, type DotLine, dotLine, fitOf } from '../../neck/neck-sizes.js'

export interface Light extends Point {
  readonly size: number
  /** Opacity of the halo, 0–1. */
  readonly halo: number
  readonly ring: boolean
  /** Input index, 0–3; undefined until a second input has played. */
  readonly input: number | undefined
  readonly beyond: Way | undefined
  readonly label: NeckLabel | undefined
  readonly fret?: number
}

export type Way = 'left' | 'right' | 'up' | 'down'

export interface TrailRing extends Point {
  readonly opacity: number
}

export interface LightSurface {
  show(lights: Iterable<Light>, trail: readonly TrailRing[]): void
}

export interface LightLook {
  readonly degrees: readonly string[]
  readonly words: string
  readonly ground: string
  readonly trail: string
  readonly font: string
}

const DEGREES = 8

export function lightLook(canvas: HTMLCanvasElement): LightLook {
  const style = getComputedStyle(canvas)
  const value = (name: string) => style.getPropertyValue(`--${name}`)
  // Use the computed color. System color names resolve differently on a canvas.
  const color = (...names: string[]) => {
    canvas.style.color = names.map(value).find(found => found !== '') ?? ''
    return style.color
  }
  const look = {
    degrees: Array.from({ length: DEGREES }, (_, degree) => color('lit', `degree-${degree}`)),
    words: color('lit-words'),
    ground: color('lit-ground', 'fw-panel'),
    trail: color('fw-accent'),
    font: style.fontFamily,
  }
  canvas.style.removeProperty('color')
  return look
}

export interface LightWords {
  readonly showOctave: boolean
  readonly showDegree: boolean
  readonly showInterval: boolean
  readonly noteNames?: NoteNames
}

interface LightScene {
  readonly radius: number
  readonly words: LightWords
  readonly look: LightLook
  readonly scale: number
}

const TURN = 2 * Math.PI
const HALO = 12
const RING = 3
const TRAIL = 4
const LARGER = 3
const GAP = 3
/** Canvas line dash for each input, in units of the canvas. */
export const INPUT_DASHES = [[], [22, 10], [7, 7], [26, 6, 7, 6]]
const TURNS: Record<Way, number> = { right: 0, down: TURN / 4, left: TURN / 2, up: -TURN / 4 }

export class LightPainter implements LightSurface {
  private scene: LightScene | undefined
  private readonly widths = new Map<string, number>()

  constructor(private readonly context: CanvasRenderingContext2D) {}

  set(scene: LightScene): void {
    if (scene.look.font !== this.scene?.look.font) this.widths.clear()
    this.scene = scene
  }

  show(lights: Iterable<Light>, trail: readonly TrailRing[]): void {
    const { context, scene } = this
    const { width, height } = context.canvas
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, width, height)
    if (!scene) return
    for (const ring of trail) this.paintTrail(ring, scene)
    for (const light of lights) this.paint(light, scene)
  }

  private paintTrail({ x, y, opacity }: TrailRing, { scale, radius, look }: LightScene): void {
    const { context } = this
    context.setTransform(scale, 0, 0, scale, x * scale, y * scale)
    this.disc(radius + LARGER)
    context.strokeStyle = look.trail
    context.lineWidth = TRAIL
    this.stroke(opacity)
  }

  private paint({ x, y, size, halo, ring, input, beyond, label, fret }: Light, scene: LightScene): void {
    const { context } = this
    const { scale, look } = scene
    const radius = scene.radius + LARGER
    const color = look.degrees[degreeNumberOf(label?.degree ?? '')] ?? ''
    context.setTransform(scale * size, 0, 0, scale * size, x * scale, y * scale)
    if (ring) this.paintRing(radius, color, look.ground)
    this.disc(radius)
    context.fillStyle = color
    context.fill()
    if (!ring) {
      context.strokeStyle = color
      context.lineWidth = HALO
      const dashes = INPUT_DASHES[input ?? 0] ?? []
      if (dashes.length > 0) context.setLineDash(dashes)
      this.stroke(halo)
      if (dashes.length > 0) context.setLineDash([])
    }
    context.fillStyle = look.words
    if (fret !== undefined) this.line(String(fret), 'alone', scene)
    else if (label) this.write(label, scene)
    if (beyond) this.point(beyond, radius, color)
  }

  private paintRing(radius: number, color: string, ground: string): void {
    const { context } = this
    this.disc(radius + GAP + RING)
    context.fillStyle = color
    context.fill()
    this.disc(radius + GAP)
    context.fillStyle = ground
    context.fill()
  }

  private disc(radius: number): void {
    this.context.beginPath()
    this.context.arc(0, 0, radius, 0, TURN)
  }

  private stroke(opacity: number): void {
    this.context.globalAlpha = opacity
    this.context.stroke()
    this.context.globalAlpha = 1
  }

  private write(label: NeckLabel, scene: LightScene): void {
    const { showOctave, showDegree, showInterval, noteNames = 'english' } = scene.words
    const name = `${shownNote(label.name, noteNames)}${showOctave ? label.octave : ''}`
    this.line(name, showDegree ? 'above' : 'alone', scene)
    if (showDegree) this.line(showInterval ? label.interval : withSigns(label.degree), 'below', scene)
  }

  private line(text: string, kind: DotLine, { radius, look }: LightScene): void {
    const { size, y } = dotLine(kind, radius)
    const font = `700 ${size * (kind === 'below' ? 1 : fitOf(text))}px ${look.font}`
    const x = -this.widthOf(text, font) / 2
    if (this.context.font !== font) this.context.font = font
    this.context.fillText(text, x, y)
  }

  private widthOf(text: string, font: string): number {
    const key = `${font} ${text}`
    const known = this.widths.get(key)
    if (known !== undefined) return known
    this.context.font = font
    const { width } = this.context.measureText(text)
    this.widths.set(key, width)
    return width
  }

  private point(way: Way, radius: number, color: string): void {
    const { context } = this
    const half = (8 * radius) / DOT_RADIUS
    context.rotate(TURNS[way])
    context.beginPath()
    context.moveTo(radius, -half)
    context.lineTo(radius - LARGER + ARROW, 0)
    context.lineTo(radius, half)
    context.fillStyle = color
    context.fill()
  }
}

interface LitNeck {
  readonly width: number
  readonly radius: number
  readonly words: LightWords
}

/** Safari doesn't report changes in device pixel ratio. */
const REPORTS_PIXELS =
  typeof ResizeObserverEntry === 'function' && 'devicePixelContentBoxSize' in ResizeObserverEntry.prototype

export class LightScreen implements LightSurface {
  private readonly painter: LightPainter | undefined
  private readonly sizes: ResizeObserver
  private neck: LitNeck | undefined
  private look: LightLook | undefined
  private isEmpty = true

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly repaint: () => void,
  ) {
    const context = canvas.getContext('2d')
    this.painter = context ? new LightPainter(context) : undefined
    this.sizes = new ResizeObserver(([entry]) => entry && this.fit(entry))
    this.sizes.observe(canvas, REPORTS_PIXELS ? { box: 'device-pixel-content-box' } : {})
  }

  set(neck: LitNeck): void {
    this.neck = neck
    this.look = undefined
  }

  forgetLook(): void {
    this.look = undefined
    this.repaint()
  }

  show(lights: Iterable<Light>, trail: readonly TrailRing[]): void {
    const shown = [...lights]
    const isEmpty = shown.length === 0 && trail.length === 0
    if (isEmpty && this.isEmpty) return
    if (!this.look) this.prepare()
    this.isEmpty = isEmpty
    this.painter?.show(shown, trail)
  }

  dispose(): void {
    this.sizes.disconnect()
  }

  private prepare(): void {
    if (!this.neck) return
    this.look = lightLook(this.canvas)
    const { width, radius, words } = this.neck
    this.painter?.set({ radius, words, look: this.look, scale: this.canvas.width / width })
  }

  private fit({ contentRect }: ResizeObserverEntry): void {
    const width = Math.round(contentRect.width * devicePixelRatio)
    const height = Math.round(contentRect.height * devicePixelRatio)
    if (this.canvas.width === width && this.canvas.height === height) return
    this.canvas.width = width
    this.canvas.height = height
    this.forgetLook()
  }
}
