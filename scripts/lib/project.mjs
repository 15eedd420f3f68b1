// Must not import packages, because it runs before they are installed.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** Error printed as a single message without a stack trace. */
export class StepError extends Error {}

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
 * Runs a command. `quiet` prints the output only on failure.
 * @returns {Promise<{code: number, output: string}>}
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

/** Formats a duration: `1.4 s`, `2 min 05 s`. */
export function duration(ms) {
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  return `${Math.floor(ms / 60_000)} min ${String(Math.round((ms % 60_000) / 1000)).padStart(2, '0')} s`
}
