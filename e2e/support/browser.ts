// Launch options of Chromium for end-to-end tests, screens and measurements.
import type { Browser } from 'playwright'
import { chromium } from 'playwright'
import { findChromium } from '../../scripts/lib/chromium.mjs'

/**
 * Popup of the invisible address bar: Chromium prepares two pages for it in each new window, which cost more CPU time
 * than the pages of a test.
 */
const UNSEEN = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** Spare process for the next site, which a test with one site never uses. */
const UNUSED = ['SpareRendererForSitePerProcess']

/** Chromium uses only the last list, so it repeats the features that Playwright disables (a test compares them). */
export const FEATURES_OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  ...UNSEEN,
  ...UNUSED,
]

/** Containers and root cannot use the sandbox. The remaining flags stop background network requests. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${FEATURES_OFF.join(',')}`,
]

/** Launches a headless Chromium outside Playwright’s test runner. The caller closes it. */
export function launchChromium(extraFlags: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium()
  return chromium.launch({
    args: [...CHROMIUM_FLAGS, ...extraFlags],
    ...(executablePath ? { executablePath } : {}),
  })
}
