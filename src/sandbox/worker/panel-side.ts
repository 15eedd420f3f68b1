/** Sends the plugin's panel to the app while it is shown. */
import type { FretworkError } from '../../core/platform/fretwork-error.js'
import { applyPanelEvent, type Panel, type PanelData, type PanelEvent, panelData } from '../panel.js'
import { type Channel, throttled } from '../protocol.js'

/** Minimum interval between drawings, ms: at most 30 per second. */
const DRAW_EVERY_MS = 33

export class PanelSide {
  /** Where the panel is shown; `undefined` without a panel. */
  place: 'fretboard' | 'page' | undefined
  readonly redraw = throttled(DRAW_EVERY_MS, () => this.draw())
  private drawPanel: (() => Panel) | undefined
  private shown = false
  private panel: Panel = {}
  private sent = ''
  private isDrawing = false

  constructor(
    private readonly channel: Pick<Channel, 'call' | 'say'>,
    private readonly located: (error: unknown) => FretworkError,
  ) {}

  /** @param shown its stack contains the call of `panel.show` */
  set(draw: () => Panel, place: 'fretboard' | 'page', shown: Error): void {
    this.drawPanel = () => {
      const panel = draw()
      const isPromise = typeof Object(panel).then === 'function'
      if (typeof panel === 'object' && !isPromise) return panel
      shown.message = `The function of panel.show returned ${isPromise ? 'a promise' : typeof panel} instead of a panel such as { text: 'Hello' }`
      throw shown
    }
    this.place = place
  }

  show(shown: boolean): void {
    this.shown = shown
    this.sent = ''
    this.isDrawing = false
    this.draw()
  }

  handle(event: PanelEvent): void {
    // The promise also catches errors that the function throws.
    void Promise.resolve()
      .then(() => applyPanelEvent(this.panel, event))
      .catch(error => this.fail('failed', error))
      .finally(() => this.redraw())
  }

  private fail(name: 'failed' | 'panel.failed', error: unknown): void {
    console.error(error)
    const { message, code } = this.located(error)
    this.channel.say(name, [message, code])
  }

  private draw(): void {
    if (!this.shown || !this.drawPanel || this.isDrawing) return
    try {
      const panel = this.drawPanel()
      this.panel = panel
      const data = panelData(panel)
      const text = JSON.stringify(data)
      if (text !== this.sent) this.send(data)
      this.sent = text
      this.drawCanvas()
    } catch (error) {
      this.sent = ''
      this.fail('panel.failed', error)
    }
  }

  /** Waits for the app before the next drawing, because a large panel takes longer to draw. */
  private send(data: PanelData): void {
    this.isDrawing = true
    void this.channel
      .call('panel', [data])
      .catch(() => undefined)
      .finally(() => {
        this.isDrawing = false
        this.redraw()
      })
  }

  private drawCanvas(): void {
    const { canvas } = this.panel
    // Node has no canvas.
    if (!canvas || typeof OffscreenCanvas === 'undefined') return
    const picture = new OffscreenCanvas(canvas.width, canvas.height)
    const context = picture.getContext('2d')
    if (!context) return
    canvas.draw(context)
    picture
      .convertToBlob()
      .then(async blob => this.channel.say('panel.picture', [new Uint8Array(await blob.arrayBuffer())]))
      .catch(error => this.fail('panel.failed', error))
  }
}
