/** The canvas over the neck, sized to device pixels, with the current colors. */
import {
  type Light,
  type LightLook,
  LightPainter,
  type LightSurface,
  type LightWords,
  lightLook,
  type TrailRing,
} from './light-painter.js'

interface LitNeck {
  /** Width of the drawing below, in units. */
  readonly width: number
  /** Radius of the silent dot, in units. */
  readonly radius: number
  readonly words: LightWords
}

/** With this, browsers also report a change of device pixels; Safari only reports a change of size. */
const REPORTS_PIXELS =
  typeof ResizeObserverEntry === 'function' && 'devicePixelContentBoxSize' in ResizeObserverEntry.prototype

export class LightScreen implements LightSurface {
  private readonly painter: LightPainter | undefined
  private readonly sizes: ResizeObserver
  private neck: LitNeck | undefined
  private look: LightLook | undefined
  private isEmpty = true

  /** @param repaint called when the canvas has lost its content */
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

  /** The colors may have changed. */
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
