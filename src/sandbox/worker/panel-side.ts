/** Sends the plugin's panel to the app while it is shown. */
import { applyPanelEvent, type Panel, type PanelEvent, panelData } from '../panel.js'
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

  constructor(
    private readonly channel: Pick<Channel, 'say'>,
    private readonly located: (error: unknown) => Error,
  ) {}

  set(draw: () => Panel, place: 'fretboard' | 'page'): void {
    this.drawPanel = draw
    this.place = place
  }

  show(shown: boolean): void {
    this.shown = shown
    this.sent = ''
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
    this.channel.say(name, [this.located(error).message])
  }

  private draw(): void {
    if (!this.shown || !this.drawPanel) return
    try {
      this.panel = this.drawPanel()
      const data = panelData(this.panel)
      const text = JSON.stringify(data)
      if (text !== this.sent) this.channel.say('panel', [data])
      this.sent = text
      this.drawCanvas()
    } catch (error) {
      this.sent = ''
      this.fail('panel.failed', error)
    }
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
