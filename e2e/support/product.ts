// Starts the built product on a free port with an empty state folder, like `npm start`, and stops it.
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { makeStateFolder } from './state-folder.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** Shorter than Playwright’s timeout so that the error includes the product's output. */
const READY_WITHIN_MS = 300_000
const ENDED_WITHIN_MS = 20_000

/** Demo accounts, with the password set by `startProduct`. */
export const DEMO = {
  email: 'demo@fretwork.local',
  adminEmail: 'admin@fretwork.local',
  password: 'six strings and a capo',
} as const

export interface Product {
  readonly url: string
  /** State folder, which is deleted when the product stops. */
  readonly home: string
  output(): string
  /** Stops the product, as Ctrl-C would. @returns its exit code */
  stop(): Promise<number | null>
}

/** Returns a free port below the ephemeral range, whose ports the system could assign in the meantime. */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000)
  return (await isFree(port)) ? port : freePort()
}

function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const probe = createServer()
    probe.on('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

/**
 * Returns the environment without Fretwork's variables, so that a developer's settings or another test in the
 * same worker have no effect (Vite builds set NODE_ENV).
 */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(FRETWORK_.*|PORT|HOST|NODE_ENV|DATABASE_URL|SMTP_URL|STRIPE_.*)$/.test(name),
  )
  return Object.fromEntries(kept)
}

async function untilReady(url: string, hasEnded: () => boolean): Promise<boolean> {
  const deadline = Date.now() + READY_WITHIN_MS
  while (Date.now() < deadline && !hasEnded()) {
    // Connections fail until the product is ready.
    const answer = await fetch(`${url}/ready`).catch(() => undefined)
    if (answer?.ok) return true
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  return false
}

/**
 * Starts the built product and waits until it is ready.
 * @throws Error with the product's output if it exits or is not ready within 300 s
 */
export async function startProduct(env: NodeJS.ProcessEnv = {}): Promise<Product> {
  const folder = makeStateFolder()
  const { home } = folder
  const port = await freePort()
  const printed: string[] = []
  const child = spawn(process.execPath, ['dist/cli/main.mjs', 'server', 'start'], {
    cwd: ROOT,
    env: {
      ...plainEnvironment(),
      FRETWORK_HOME: home,
      FRETWORK_DEMO_PASSWORD: DEMO.password,
      // All tests log in as the demo user, more often than the default rate limit allows.
      FRETWORK_LOGINS_PER_MINUTE: '1000,1000',
      FRETWORK_CALLS_PER_MINUTE: '1000000000',
      PORT: String(port),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.on('data', chunk => printed.push(String(chunk)))
  child.stderr.on('data', chunk => printed.push(String(chunk)))
  const ended = new Promise<number | null>(resolve => child.on('close', code => resolve(code)))
  const stop = async () => {
    child.kill('SIGINT')
    const tooLong = setTimeout(() => child.kill('SIGKILL'), ENDED_WITHIN_MS)
    const code = await ended
    clearTimeout(tooLong)
    folder.remove()
    return code
  }

  const url = `http://127.0.0.1:${port}`
  if (!(await untilReady(url, () => child.exitCode !== null))) {
    await stop()
    throw new Error(`The built product did not become ready. It printed:\n${printed.join('')}`)
  }
  return { url, home, output: () => printed.join(''), stop }
}
