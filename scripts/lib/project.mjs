// The project's folder, the Node it needs, and how its scripts run a child process.
// Plain Node without packages: this runs before anything is installed.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder, whatever folder the script was called from. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** A step that cannot go on for a reason the reader can mend: printed as one sentence, without a stack. */
export class StepError extends Error {}

/** Ends the process with one sentence where this Node is older than `engines.node` asks for. */
export function requireNode(version = process.versions.node) {
  const wanted = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node.replace('>=', '')
  const [major, minor] = version.split('.').map(Number)
  const [wantedMajor, wantedMinor] = wanted.split('.').map(Number)
  if (major < wantedMajor || (major === wantedMajor && minor < wantedMinor)) {
    throw new StepError(
      `Fretwork needs Node ${wanted} or newer, and this is Node ${version}: install a newer Node and try again.`,
    )
  }
}

/**
 * Runs a program in the project's folder and waits for it.
 * `quiet` keeps its output back, and shows it only where it fails.
 * @returns {Promise<{code: number, output: string}>} the exit code (128 + n for a signal) and what was kept back
 */
export function run(command, args, { env, quiet = false, signal, onStart } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      ...(signal ? { signal } : {}),
    })
    onStart?.(child)
    const kept = []
    child.stdout?.on('data', chunk => kept.push(chunk))
    child.stderr?.on('data', chunk => kept.push(chunk))
    child.on('error', reject)
    child.on('close', (code, name) => {
      resolve({
        code: code ?? 128 + (constants.signals[name] ?? 0),
        output: Buffer.concat(kept).toString(),
      })
    })
  })
}

/** Runs `main`, and turns a StepError into its sentence and exit code 1. */
export async function script(main) {
  try {
    requireNode()
    await main()
  } catch (error) {
    if (!(error instanceof StepError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

/** `1.4 s`, `2 min 05 s`: a duration in milliseconds for people. */
export function duration(ms) {
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  return `${Math.floor(ms / 60_000)} min ${String(Math.round((ms % 60_000) / 1000)).padStart(2, '0')} s`
}
