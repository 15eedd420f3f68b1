import { createHash } from 'node:crypto'
import { constants, open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Refusal } from './refusal.js'
import { systemCode } from './system-code.js'

const TIMEOUT_MS = 10_000

export interface PackageSource {
  readonly origin: string
  /** @throws Refusal `plugin_unreachable` or `plugin_too_large` */
  read(path: string, limit: number): Promise<Buffer>
}

export function isAddress(manifest: string): boolean {
  return /^https?:/i.test(manifest)
}

export function packageSource(manifest: string, ending: AbortSignal): PackageSource {
  return isAddress(manifest)
    ? webSource(manifest, ending)
    : folderSource(dirname(manifest), basename(manifest))
}

export function webSource(manifest: string, ending: AbortSignal, timeoutMs = TIMEOUT_MS): PackageSource {
  const file = new URL(manifest).pathname.split('/').at(-1) ?? ''
  return {
    origin: manifest,
    async read(path, limit) {
      const url = path === 'plugin.json' ? manifest : new URL(path, manifest).href
      const shown = path === 'plugin.json' ? file || manifest : path
      const time = timeLimit(timeoutMs, ending)
      try {
        // The allow list contains exact URLs, so redirects are not followed.
        const answer = await fetch(url, { redirect: 'manual', signal: time.signal }).catch(cause =>
          unreachable(
            `${url} cannot be reached (${reasonOf(cause)}); check the address, or try again in a minute.`,
            cause,
          ),
        )
        if (answer.status >= 300 && answer.status < 400)
          return unreachable(`${url} redirects to another URL. Add that URL to the allow-list.`)
        if (!answer.ok)
          return unreachable(`${url} returned ${answer.status}; check the URL in the allow-list.`)
        return await collected(answer, limit, shown).catch(cause => {
          if (cause instanceof Refusal) throw cause
          return unreachable(`The connection to ${url} was lost (${reasonOf(cause)}).`, cause)
        })
      } finally {
        time.end()
      }
    },
  }
}

export function folderSource(folder: string, manifest = 'plugin.json'): PackageSource {
  return {
    // Shortened, because all users of the tenant can see the path.
    origin: `${basename(folder)}/${manifest}`,
    async read(path, limit) {
      const name = path === 'plugin.json' ? manifest : path
      // Non-blocking, because opening a named pipe would block one of the few I/O threads.
      const file = await open(join(folder, name), constants.O_RDONLY | constants.O_NONBLOCK).catch(cause =>
        unreachable(
          `${basename(folder)}/${name} cannot be opened (${systemCode(cause)}); use the build’s output folder.`,
          cause,
        ),
      )
      try {
        const found = await file.stat()
        // A device such as /dev/zero has no size and no end.
        if (!found.isFile())
          return unreachable(`${basename(folder)}/${name} is not a file; use the build’s output folder.`)
        if (found.size > limit) throw tooLarge(name, limit)
        return await file.readFile()
      } finally {
        await file.close()
      }
    },
  }
}

/**
 * Replaces `AbortSignal.any` and `AbortSignal.timeout`. Node.js 20 may garbage-collect their signals, and
 * callers would wait forever.
 */
function timeLimit(ms: number, ending: AbortSignal): { readonly signal: AbortSignal; end(): void } {
  const controller = new AbortController()
  const end = () => controller.abort(ending.reason)
  const timer = setTimeout(() => controller.abort(new DOMException('Timed out.', 'TimeoutError')), ms)
  if (ending.aborted) end()
  ending.addEventListener('abort', end, { once: true })
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer)
      ending.removeEventListener('abort', end)
    },
  }
}

async function collected({ body }: Response, limit: number, file: string): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  // Content-Length may be missing or wrong, so count the bytes. Leaving the loop aborts the transfer.
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > limit) throw tooLarge(file, limit)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function tooLarge(file: string, limit: number): Refusal {
  return new Refusal('plugin_too_large', `${file} is larger than ${Math.floor(limit / 1024)} KB.`)
}

function unreachable(message: string, cause?: unknown): never {
  throw new Refusal('plugin_unreachable', message, { cause })
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'too slow'
  return systemCode(error) ?? 'connection failed'
}

export function integrityOf(bytes: Uint8Array, kind = 'sha384'): string {
  return `${kind}-${createHash(kind).update(bytes).digest('base64')}`
}

export function checkIntegrity(bytes: Uint8Array, expected: string, file: string, named: string): void {
  const found = integrityOf(bytes, expected.split('-', 1)[0])
  if (found === expected) return
  const message = `The hash of ${file} is ${found}, but ${named} allows only ${expected}: the file was changed. Get the original file, or allow the new hash.`
  throw new Refusal('plugin_hash_refused', message)
}
