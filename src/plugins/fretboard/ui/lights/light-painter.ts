/**
 * Paints the lights above the neck. With DOM nodes, the browser would compute style, layout and layers of a chord's
 * thirty lights in every frame, which took longer than everything else.
 */
import { ARROW, type Point } from '../../neck/neck-geometry.js'
import { degreeNumber, type NeckLabel, withSigns } from '../../neck/neck-label.js'

/** One note sounding at one position, in drawing units. */
export interface Light extends Point {
  /** 1 is the size of a silent dot. */
  readonly size: number
  /** Opacity of its halo, 0–1. */
  readonly halo: number
  /** Only a pedal sustains it. */
  readonly ring: boolean
  /** Look of its input, 0–3; undefined while only one has played. */
  readonly input: number | undefined
  /** Direction in which it is bent beyond the visible neck. */
  readonly beyond: Way | undefined
  readonly label: NeckLabel | undefined
}

export type Way = 'left' | 'right' | 'up' | 'down'

/** Position of a recent note. */
export interface TrailRing extends Point {
  /** 0–1. */
  readonly opacity: number
}

/** Displays lights. Replaces everything shown before. */
export interface LightSurface {
  show(lights: Iterable<Light>, trail: readonly TrailRing[]): void
}

export interface LightLook {
  /** By number of the degree; 0 for none. */
  readonly degrees: readonly string[]
  /** Text color on a light. */
  readonly words: string
  /** Fill and text color of a note that only a pedal sustains. */
  readonly ground: string
  readonly ink: string
  readonly trail: string
  readonly font: string
}

const DEGREES = 8

/** @param canvas to which the neck's styles apply */
export function lightLook(canvas: HTMLCanvasElement): LightLook {
  const style = getComputedStyle(canvas)
  const value = (name: string) => style.getPropertyValue(`--${name}`)
  // As numbers: names of system colors mean something else on a canvas.
  const color = (...names: string[]) => {
    canvas.style.color = names.map(value).find(found => found !== '') ?? ''
    return style.color
  }
  const look = {
    degrees: Array.from({ length: DEGREES }, (_, degree) => color('lit', `degree-${degree}`)),
    words: color('lit-words'),
    ground: color('fw-panel'),
    ink: color('fw-ink'),
    trail: color('fw-accent'),
    font: style.fontFamily,
  }
  canvas.style.removeProperty('color')
  return look
}

/** Which labels the lights have. */
export interface LightWords {
  readonly showOctave: boolean
  /** Two lines of text: the degree is below the name. */
  readonly showDegree: boolean
  /** The degree is written as the interval from the tonic: `m3`. */
  readonly showInterval: boolean
}

interface LightScene {
  /** Radius of the silent dot, in units. */
  readonly radius: number
  readonly words: LightWords
  readonly look: LightLook
  /** Pixels of a unit. */
  readonly scale: number
}

const TURN = 2 * Math.PI
/** Line width of the halo. */
const HALO = 12
const RING = 3
const TRAIL = 4
/** How much larger a light is than the silent dot. */
const LARGER = 3
const NAME_ALONE = { size: 19, y: 6.5 }
const NAME_ABOVE = { size: 16, y: -1 }
const DEGREE = { size: 13.5, y: 13.5 }
/** Size of the octave relative to the name. */
const OCTAVE = 0.72
/** Dash patterns of the halo by input, in units; the first is solid. */
export const INPUT_DASHES = [[], [22, 10], [7, 7], [26, 6, 7, 6]]
const TURNS: Record<Way, number> = { right: 0, down: TURN / 4, left: TURN / 2, up: -TURN / 4 }

export class LightPainter implements LightSurface {
  private scene: LightScene | undefined
  private readonly widths = new Map<string, number>()

  constructor(private readonly context: CanvasRenderingContext2D) {}

  /** Sets the scene for the next frames. */
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

  private paint({ x, y, size, halo, ring, input, beyond, label }: Light, scene: LightScene): void {
    const { context } = this
    const { scale, look, words } = scene
    const radius = scene.radius + LARGER
    const color = look.degrees[degreeNumber(label?.degree ?? '')] ?? ''
    context.setTransform(scale * size, 0, 0, scale * size, x * scale, y * scale)
    this.disc(radius)
    context.fillStyle = ring ? look.ground : color
    context.fill()
    context.strokeStyle = color
    context.lineWidth = ring ? RING : HALO
    const dashes = INPUT_DASHES[input ?? 0] ?? []
    if (dashes.length > 0) context.setLineDash(dashes)
    this.stroke(ring ? 1 : halo)
    if (dashes.length > 0) context.setLineDash([])
    context.fillStyle = ring ? look.ink : look.words
    if (label) this.write(label, words, look.font)
    if (beyond) this.point(beyond, radius, color)
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

  private write(label: NeckLabel, words: LightWords, font: string): void {
    const { showOctave, showDegree, showInterval } = words
    const { size, y } = showDegree ? NAME_ABOVE : NAME_ALONE
    const name = withSigns(label.name)
    const octave = showOctave ? String(label.octave) : ''
    const nameFont = `700 ${size}px ${font}`
    const octaveFont = `700 ${size * OCTAVE}px ${font}`
    const nameWidth = this.widthOf(name, nameFont)
    const octaveWidth = octave === '' ? 0 : this.widthOf(octave, octaveFont)
    const from = -(nameWidth + octaveWidth) / 2
    this.text(name, nameFont, from, y)
    if (octave !== '') this.text(octave, octaveFont, from + nameWidth, y)
    if (!showDegree) return
    const degree = showInterval ? label.interval : withSigns(label.degree)
    const degreeFont = `700 ${DEGREE.size}px ${font}`
    this.text(degree, degreeFont, -this.widthOf(degree, degreeFont) / 2, DEGREE.y)
  }

  private text(text: string, font: string, x: number, y: number): void {
    if (this.context.font !== font) this.context.font = font
    this.context.fillText(text, x, y)
  }

  /** In units, at any scale. */
  private widthOf(text: string, font: string): number {
    const key = `${font} ${text}`
    const known = this.widths.get(key)
    if (known !== undefined) return known
    this.context.font = font
    const { width } = this.context.measureText(text)
    this.widths.set(key, width)
    return width
  }

  /** The arrow of a note that is bent beyond the visible neck. */
  private point(way: Way, radius: number, color: string): void {
    const { context } = this
    context.rotate(TURNS[way])
    context.beginPath()
    context.moveTo(radius, -8)
    context.lineTo(radius - LARGER + ARROW, 0)
    context.lineTo(radius, 8)
    context.fillStyle = color
    context.fill()
  }
}
