import type { Page } from 'playwright'

interface Notes {
  keys: number[]
  changes: number[]
  painted: number[]
}

declare global {
  interface Window {
    paletteNotes: Notes
  }
}

const FIELD = '[role=combobox][spellcheck=false]'

/** Attributes with visible effects. React also removes and adds `name`, which changes nothing visible. */
const SEEN = ['style', 'class', 'data-active', 'aria-selected']

export async function watchPalette(page: Page): Promise<void> {
  await page.evaluate(
    ([selector, seen]) => {
      const notes: Notes = { keys: [], changes: [], painted: [] }
      window.paletteNotes = notes
      window.addEventListener('keydown', event => notes.keys.push(event.timeStamp), { capture: true })
      const afterPaint = new MessageChannel()
      afterPaint.port1.onmessage = () => notes.painted.push(performance.now())
      // Wait for a message after the next frame, because polling would itself take time.
      const changed = new MutationObserver(() => {
        notes.changes.push(performance.now())
        requestAnimationFrame(() => afterPaint.port2.postMessage(0))
      })
      const box = document.querySelector(selector)?.parentElement
      if (!box) throw new Error('There is no palette to watch.')
      changed.observe(box, { subtree: true, childList: true, characterData: true, attributeFilter: seen })
    },
    [FIELD, SEEN] as const,
  )
}

/**
 * @returns time from each key press to the end of the last frame that it changed, ms; letters without a
 * change are omitted
 * @param settledMs time until results are stable
 */
export async function typeAndTime(page: Page, text: string, settledMs: number): Promise<number[]> {
  const times: number[] = []
  for (const letter of text) {
    await page.evaluate(() => {
      Object.assign(window.paletteNotes, { keys: [], changes: [], painted: [] })
    })
    await page.keyboard.press(letter === ' ' ? 'Space' : letter)
    await page.waitForTimeout(settledMs)
    const { keys, changes, painted } = await page.evaluate(() => window.paletteNotes)
    const [pressed, last] = [keys[0], changes.at(-1)]
    const shown = last === undefined ? undefined : painted.find(at => at > last)
    if (pressed !== undefined && shown !== undefined) times.push(shown - pressed)
  }
  return times
}

export async function clearField(page: Page, settledMs: number): Promise<void> {
  await page.locator(FIELD).fill('')
  await page.waitForTimeout(settledMs)
}
