// Measures the application's audio output.
import type { Page } from 'playwright'

declare global {
  /** Audio graph probes, set by `withEar`. */
  var ears: AnalyserNode[]
}

/**
 * Counts only pointer and key events as user gestures, because Chromium also counts every evaluation by
 * Playwright. Applies to every page that `page` opens.
 */
export async function untouched(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let touched = false
    for (const type of ['pointerdown', 'keydown']) {
      const listen = ({ isTrusted }: Event) => {
        touched ||= isTrusted
      }
      addEventListener(type, listen, { capture: true })
    }
    Object.defineProperty(navigator, 'userActivation', {
      value: {
        get hasBeenActive() {
          return touched
        },
      },
    })
  })
}

/** Captures all audio output on every page that `page` opens. */
export async function withEar(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.ears = []
    const connect: (this: AudioNode, ...args: never[]) => unknown = AudioNode.prototype.connect
    Object.assign(AudioNode.prototype, {
      connect(this: AudioNode, target: unknown, ...rest: never[]) {
        if (target instanceof AudioDestinationNode && target.context instanceof AudioContext) {
          const ear = target.context.createAnalyser()
          globalThis.ears.push(ear)
          connect.call(this, ...([ear] as never[]))
        }
        return connect.call(this, ...([target, ...rest] as never[]))
      },
    })
  })
}

/** Returns the peak level of about the last 46 ms. */
export const heardNow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    let most = 0
    for (const ear of globalThis.ears) {
      const samples = new Float32Array(ear.fftSize)
      ear.getFloatTimeDomainData(samples)
      for (const sample of samples) most = Math.max(most, Math.abs(sample))
    }
    return most
  })
