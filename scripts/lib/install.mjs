// Must not import packages, because it runs before they are installed.
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, run, StepError } from './project.mjs'

const STAMP = join('node_modules', '.fretwork-installed')

/** Hashes the lock file and the platform, because packages may contain binaries. */
function fingerprint(folder) {
  return createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex')
}

/** Returns true if the installation is complete: npm writes `node_modules/.package-lock.json` last. */
function matchesLock(folder) {
  const written = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(written)) return false
  const wanted = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages
  const present = JSON.parse(readFileSync(written, 'utf8')).packages
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' || present[path]?.version === entry.version || (entry.optional && !present[path]),
  )
}

export function isInstalled(folder = root) {
  const stamp = join(folder, STAMP)
  if (existsSync(stamp)) return readFileSync(stamp, 'utf8') === fingerprint(folder)
  return matchesLock(folder)
}

/**
 * Uses a temporary cache if HOME is not writable. Some npm versions run scripts as the folder's owner, while
 * HOME belongs to another user.
 */
function cacheArguments() {
  try {
    accessSync(process.env.npm_config_cache ?? homedir(), constants.W_OK)
    return []
  } catch {
    return ['--cache', mkdtempSync(join(tmpdir(), 'fretwork-npm-'))]
  }
}

/**
 * Kills npm when this process is interrupted. Otherwise, npm would continue for seconds and remove packages
 * during the next start. `npm ci` repairs a partial installation.
 */
function endNpmWhenInterrupted() {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  let npm
  let first
  const heard = signal => {
    first ??= signal
    npm?.kill('SIGKILL')
  }
  for (const signal of signals) process.on(signal, heard)
  return {
    started: child => {
      npm = child
    },
    /** Removes the signal handlers. Call this after npm has exited. */
    settle() {
      for (const signal of signals) process.off(signal, heard)
      if (first !== undefined) process.kill(process.pid, first)
    },
  }
}

/**
 * Rejects a linked node_modules folder, because `npm ci` would empty the target folder.
 * @throws {StepError}
 */
export function refuseLinkedPackages(folder = root) {
  const packages = join(folder, 'node_modules')
  if (!lstatSync(packages, { throwIfNoEntry: false })?.isSymbolicLink()) return
  const behind = existsSync(packages) ? realpathSync(packages) : 'a folder that is gone'
  throw new StepError(
    `${packages} is a link to ${behind}, which does not hold what package-lock.json names: delete the link and try again.`,
  )
}

/**
 * Installs packages. Overrides global npm settings and NODE_ENV, because a build needs development packages
 * and install scripts.
 */
export async function install() {
  if (!isInstalled()) {
    refuseLinkedPackages()
    process.stdout.write('Installing packages …\n')
    const npm = process.env.npm_execpath
    const [command, ...first] = npm?.endsWith('js') ? [process.execPath, npm] : ['npm']
    const interruption = endNpmWhenInterrupted()
    const { code, output } = await run(
      command,
      [...first, 'ci', '--include=dev', '--include=optional', '--ignore-scripts=false', '--no-audit']
        .concat(['--no-fund', '--engine-strict=false', '--loglevel=error'])
        .concat(cacheArguments()),
      { quiet: true, onStart: interruption.started },
    ).catch(error => ({ code: 1, output: String(error.message) }))
    interruption.settle()
    if (code !== 0)
      throw new StepError(`${output.trim()}\nThe packages could not be installed: npm's words are above.`)
  }
  writeFileSync(join(root, STAMP), fingerprint(root))
}
