// How every real Chromium is launched: by the end-to-end tests, the screens and the measurements alike.
import type { Browser } from 'playwright'
import { chromium } from 'playwright'
import { findChromium } from '../../scripts/lib/chromium.mjs'

/** No sandbox: containers and root have none to give. The rest keeps the browser from calling home. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A headless Chromium outside Playwright's test runner. The caller closes it. */
export function launchChromium(extraFlags: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium()
  return chromium.launch({
    args: [...CHROMIUM_FLAGS, ...extraFlags],
    ...(executablePath ? { executablePath } : {}),
  })
}
