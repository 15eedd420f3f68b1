// Typing into a palette as a person does, and when each letter's results were on the screen.
import type { Page } from 'playwright'

/** What the page notes; times are milliseconds of its own clock. */
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

/** The field of the library, on either page. */
const FIELD = '[role=combobox][spellcheck=false]'

/** Attributes by which something looks different; React removes and adds `name` without a visible change. */
const SEEN = ['style', 'class', 'data-active', 'aria-selected']

/** So long after a letter, in milliseconds, nothing of it changes any more: the library waits 100 before it searches. */
const SETTLED_MS = 400

/** Notes every key press, every change within the list's box, and the end of the frame that shows it. */
export async function watchPalette(page: Page): Promise<void> {
  await page.evaluate(
    ([selector, seen]) => {
      const notes: Notes = { keys: [], changes: [], painted: [] }
      window.paletteNotes = notes
      window.addEventListener('keydown', event => notes.keys.push(event.timeStamp), { capture: true })
      const afterPaint = new MessageChannel()
      afterPaint.port1.onmessage = () => notes.painted.push(performance.now())
      // The frame that follows a change, and then the first message after it: no loop that would take time itself.
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
 * Types a text letter by letter into the empty field.
 * @returns per letter, the milliseconds from the key press to the end of the frame with the last change that it made;
 *   letters that change nothing are left out
 */
export async function typeAndTime(page: Page, text: string): Promise<number[]> {
  const times: number[] = []
  for (const letter of text) {
    await page.evaluate(() => {
      Object.assign(window.paletteNotes, { keys: [], changes: [], painted: [] })
    })
    await page.keyboard.press(letter === ' ' ? 'Space' : letter)
    await page.waitForTimeout(SETTLED_MS)
    const { keys, changes, painted } = await page.evaluate(() => window.paletteNotes)
    const [pressed, last] = [keys[0], changes.at(-1)]
    const shown = last === undefined ? undefined : painted.find(at => at > last)
    if (pressed !== undefined && shown !== undefined) times.push(shown - pressed)
  }
  return times
}

/** Empties the field, and waits until the list has followed. */
export async function clearField(page: Page): Promise<void> {
  await page.locator(FIELD).fill('')
  await page.waitForTimeout(SETTLED_MS)
}
