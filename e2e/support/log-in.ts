// Logs in the demo user through the form.
import type { Page } from 'playwright'
import { DEMO } from './product.js'

/** Opens the product's login page at `url`, logs in and waits for the fretboard. */
export async function logIn(page: Page, url: string, email: string = DEMO.email): Promise<void> {
  await page.goto(`${url}/login`)
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[type=password]').fill(DEMO.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/fretboard')
}
