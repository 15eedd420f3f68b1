import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run, StepError } from './project.mjs'

/** Headless build of Chromium, which opens pages in two thirds of the time. */
const WINDOWLESS = 'chromium-headless-shell'
const NAMES = [WINDOWLESS, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const FIXED_PLACES = [
  `/usr/bin/${WINDOWLESS}`,
  '/usr/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Checks that the executable works, because some systems have a `chromium` that only prints installation
 * instructions.
 */
function answers(path) {
  try {
    accessSync(path, constants.X_OK)
    return /\d+\.\d+/.test(
      execFileSync(path, ['--version'], { timeout: 20_000, stdio: ['ignore', 'pipe', 'ignore'] }).toString(),
    )
  } catch {
    return false
  }
}

/**
 * Returns FRETWORK_CHROMIUM, or a browser installed on the system.
 * @returns {string | undefined}
 */
export function findChromium(env = process.env) {
  if (env.FRETWORK_CHROMIUM) return env.FRETWORK_CHROMIUM
  const onPath = (env.PATH ?? '')
    .split(delimiter)
    .filter(folder => folder !== '')
    .flatMap(folder => NAMES.map(name => join(folder, name)))
  return [...onPath, ...FIXED_PLACES].find(path => existsSync(path) && answers(path))
}

async function fromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined
  process.stdout.write("No browser found: installing Debian's chromium …\n")
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-q'], { quiet: true, env })
  const installed = name =>
    run('apt-get', ['install', '-q', '-y', '--no-install-recommends', name], { quiet: true, env })
  // Older Debian releases have no package for the headless shell.
  const { code } = await installed(WINDOWLESS)
  if (code !== 0) await installed('chromium')
  return findChromium()
}

async function fromPlaywright() {
  const { chromium } = await import('playwright')
  if (!existsSync(chromium.executablePath())) {
    process.stdout.write("No browser found: downloading Playwright's Chromium …\n")
    await run(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'], { quiet: true })
  }
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
}

/**
 * Finds or installs a browser, and sets FRETWORK_CHROMIUM for child processes.
 * @throws {StepError}
 */
export async function provideChromium() {
  const attempts = [findChromium, fromDebian, fromPlaywright]
  for (const attempt of attempts) {
    const path = await attempt()
    if (path) {
      process.env.FRETWORK_CHROMIUM = path
      return path
    }
  }
  throw new StepError(
    'No Chromium was found and none could be fetched: install Chromium or Chrome, or set FRETWORK_CHROMIUM to its path.',
  )
}
