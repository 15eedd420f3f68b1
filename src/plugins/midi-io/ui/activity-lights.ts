const LIT_MS = 120 // after this time, the style sheet fades the light

interface Lights {
  readonly elements: readonly Element[]
  readonly until: Float64Array
  readonly lit: Uint8Array
}

export class ActivityLights {
  private readonly ports = new Map<string, Lights>()
  private frame: number | undefined

  attach(portId: string, elements: readonly Element[]): void {
    this.ports.set(portId, { elements, until: new Float64Array(16), lit: new Uint8Array(16) })
  }

  /** @param channel 1–16, or 0 for messages without a channel */
  flash(portId: string, channel: number): void {
    const lights = this.ports.get(portId)
    if (!lights || channel === 0) return
    lights.until[channel - 1] = performance.now() + LIT_MS
    this.frame ??= requestAnimationFrame(this.show)
  }

  stop(): void {
    if (this.frame !== undefined) cancelAnimationFrame(this.frame)
    this.frame = undefined
  }

  private readonly show = () => {
    const now = performance.now()
    let waiting = false
    for (const { elements, until, lit } of this.ports.values()) {
      for (const [index, element] of elements.entries()) {
        const on = (until[index] ?? 0) > now
        waiting ||= on
        if (on === (lit[index] === 1)) continue
        lit[index] = on ? 1 : 0
        element.toggleAttribute('data-lit', on)
      }
    }
    this.frame = waiting ? requestAnimationFrame(this.show) : undefined
  }
}
