// Chromium launch options for end-to-end tests, screenshots and benchmarks.
import type { Browser } from 'playwright'
import { chromium } from 'playwright'
import { findChromium } from '../../scripts/lib/chromium.mjs'

/**
 * Address bar popups. Chromium prepares two in each new window. They use more CPU time than the test pages.
 */
const UNSEEN = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** Chromium's spare renderer process, which single-site tests never use. */
const UNUSED = ['SpareRendererForSitePerProcess']

/**
 * Chromium uses only the last feature list, so this list repeats the features disabled by Playwright. A test
 * compares them.
 */
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

/**
 * The sandbox does not work in containers or as root. The remaining flags turn off background network
 * requests.
 */
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

/** Launches headless Chromium outside Playwright’s test runner. The caller must close it. */
export function launchChromium(extraFlags: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium()
  return chromium.launch({
    args: [...CHROMIUM_FLAGS, ...extraFlags],
    ...(executablePath ? { executablePath } : {}),
  })
}
