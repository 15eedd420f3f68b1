// A row of `npm run screens`, and when a page is still enough for its picture.
import type { Page } from 'playwright'
import type { FakeOptions } from '../../src/core/testing/fake-web-midi.js'

export interface Screen {
  readonly name: string
  readonly path: string
  readonly loggedIn?: boolean
  /** As the administrator of the demo, in a session that is another's. */
  readonly asAdmin?: boolean
  /** What Web MIDI is like there; a guitar and a synthesiser unless said otherwise. */
  readonly midi?: Pick<FakeOptions, 'permission' | 'inputs' | 'outputs'>
  /** The calls whose answer keeps being awaited. */
  readonly awaits?: string
  /** The whole page, also what one would have to scroll to. */
  readonly whole?: true
  /** What is arranged before the page is opened. */
  readonly before?: (page: Page, url: string) => Promise<unknown>
  /** What is done on the page before it is looked at. */
  readonly act?: (page: Page) => Promise<unknown>
}

export const openPalette = async (page: Page) => {
  await page.keyboard.press('Control+k')
  await settled(page)
}

/** Presses a button by its name. */
export const pressing = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).click()
  await settled(page)
}

/** A page that follows a stream, or asks again and again, is never idle. */
const IDLE_WITHIN_MS = 5000

/** Nothing under way any more: requests, fonts, and transitions of 300 ms. */
export async function settled(page: Page): Promise<void> {
  await Promise.race([page.waitForLoadState('networkidle'), page.waitForTimeout(IDLE_WITHIN_MS)])
  await painted(page)
}

export async function painted(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.waitForTimeout(500)
}
