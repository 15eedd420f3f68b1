// How every real Chromium is launched: by the end-to-end tests, the screens and the measurements alike.
import type { Browser } from 'playwright'
import { chromium } from 'playwright'
import { findChromium } from '../../scripts/lib/chromium.mjs'

/**
 * The popup of the invisible address bar: Chromium prepares two pages for it in each new window, which took
 * more of the processor than our own pages in a test.
 */
const UNSEEN = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** A process kept ready for the next site that is opened: a test opens one, and the spare one is ended unused. */
const UNUSED = ['SpareRendererForSitePerProcess']

/** Chromium takes the last list that it is given, so that what Playwright switches off has to be in it too (a test compares). */
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

/** Containers and root cannot use the sandbox. The other flags stop background network requests. */
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

/** A headless Chromium outside Playwright's test runner. The caller closes it. */
export function launchChromium(extraFlags: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium()
  return chromium.launch({
    args: [...CHROMIUM_FLAGS, ...extraFlags],
    ...(executablePath ? { executablePath } : {}),
  })
}
