import { phrases, SentenceError } from '../../../core/platform/phrases.js'
import type { FetchBytes } from '../../../core/platform/ports.js'
import type { SongFile } from '../tokens.js'
import { checkSize } from './song-imports.js'

const ERRORS = phrases({
  midi_not_allowed: 'Can’t open songs from {{host}} here. Save the file and open it from your device.',
  midi_not_loaded: 'Couldn’t load {{address}}',
})

export interface SongAddressRules {
  readonly origin: string
  /** Additional hosts, with their port if it isn't the default. */
  readonly hosts: readonly string[]
}

/**
 * Song at a URL, fetched when its bytes are read.
 * @throws SentenceError `midi_not_allowed`, `midi_not_loaded`, `midi_too_large`
 */
export function songAt(address: string, rules: SongAddressRules, fetchBytes: FetchBytes): SongFile {
  return {
    name: fileName(address, rules.origin),
    size: 0,
    async bytes({ signal } = {}) {
      const url = allowed(address, rules)
      try {
        const answer = await fetchBytes(url.href, signal)
        if (!answer.ok) throw notLoaded(address)
        if (answer.url) allowed(answer.url, rules)
        checkSize(Number(answer.headers?.get('content-length') ?? 0))
        const bytes = new Uint8Array(await answer.arrayBuffer())
        checkSize(bytes.length)
        return bytes
      } catch (cause) {
        signal?.throwIfAborted()
        if (cause instanceof SentenceError) throw cause
        throw notLoaded(address, cause)
      }
    },
  }
}

function allowed(address: string, { origin, hosts }: SongAddressRules): URL {
  const url = urlOf(address, origin)
  const listed = (url.protocol === 'https:' || url.protocol === 'http:') && hosts.includes(url.host)
  if (url.origin !== origin && !listed) {
    const host = url.host || url.protocol
    throw new SentenceError('midi_not_allowed', ERRORS.midi_not_allowed, { host })
  }
  return url
}

function notLoaded(address: string, cause?: unknown): SentenceError {
  return new SentenceError('midi_not_loaded', ERRORS.midi_not_loaded, { address }, { cause })
}

function urlOf(address: string, origin: string): URL {
  try {
    return new URL(address, origin)
  } catch (cause) {
    throw notLoaded(address, cause)
  }
}

function fileName(address: string, origin: string): string {
  try {
    const { pathname } = new URL(address, origin)
    return decodeURIComponent(pathname.split('/').findLast(part => part !== '') ?? address)
  } catch {
    return address
  }
}
