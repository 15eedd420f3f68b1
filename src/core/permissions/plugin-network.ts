import { FretworkError, messageOf } from '../platform/fretwork-error.js'
import { inject, injectable } from '../platform/inject.js'
import { type HttpAnswer, PLATFORM, type Platform } from '../platform/ports.js'
import type { Token } from '../platform/token.js'
import { permissionSettings } from '../settings/core-settings.js'
import { SETTINGS, type Settings } from '../settings/settings.js'
import { PluginGrants } from './grants.js'
import { NETWORK, type Network, type NetworkAnswer, type NetworkRequest } from './network.js'
import { OwnViews, type ViewFor } from './own-views.js'

const PREFIX = 'network:'
const TIMEOUT_MS = 30_000
const LONGEST_MS = 60_000
const MOST_BYTES = 10 * 1024 * 1024

export const NETWORKS = NETWORK as unknown as Token<Networks>

@injectable()
export class Networks extends OwnViews<Network> {
  private readonly grants: PluginGrants

  constructor(
    @inject(PLATFORM) private readonly platform: Pick<Platform, 'http' | 'clock'>,
    @inject(SETTINGS) settings: Settings,
  ) {
    super()
    this.grants = new PluginGrants(settings.store(permissionSettings))
  }

  viewFor(plugin: ViewFor): Network {
    const { manifest } = plugin
    const fetch = async (address: string, request: NetworkRequest = {}) => {
      // The user may revoke a host at any time, so check the grants for each request.
      const granted = this.grants.granted(manifest).filter(each => each.startsWith(PREFIX))
      const hosts = granted.map(each => each.slice(PREFIX.length))
      return askNetwork(plugin, this.platform, checkedAddress(manifest.title, address, hosts), request)
    }
    return { fetch: fetch as Network['fetch'] }
  }
}

async function askNetwork(
  { manifest, scope }: ViewFor,
  platform: Pick<Platform, 'http' | 'clock'>,
  url: URL,
  request: NetworkRequest,
): Promise<NetworkAnswer<unknown>> {
  const { method = 'GET', headers = {}, body, signal, as = 'text' } = request
  const limit = atMost(request.maxBytes, MOST_BYTES, MOST_BYTES)
  const where = `“${manifest.title}” asked ${url.host}`
  const failing = new AbortController()
  const timer = platform.clock.after(atMost(request.timeoutMs, TIMEOUT_MS, LONGEST_MS), () => {
    const message = `${where}, which took too long to respond. Try again later.`
    failing.abort(new FretworkError('network_timeout', message))
  })
  const cancel = () => {
    const message = `${where}, and the request was canceled.`
    failing.abort(new FretworkError('network_cancelled', message, { idle: true }))
  }
  const signals = [scope.signal, ...(signal ? [signal] : [])]
  for (const each of signals) {
    each.addEventListener('abort', cancel)
    if (each.aborted) cancel()
  }
  try {
    // The request may have been canceled during an asynchronous host check.
    failing.signal.throwIfAborted()
    const sent = { method, headers, ...(body !== undefined && { body }), signal: failing.signal }
    const answer = await platform.http(url.href, sent)
    if (answer.redirects) {
      const message = `${where}, which redirected to another address. Request that address and list its host in the manifest.`
      throw new FretworkError('network_redirect', message)
    }
    const bytes = await readUpTo(answer, limit, where)
    const { status } = answer
    const read = bodyOf(bytes, as, where)
    return { status, ok: status >= 200 && status < 300, headers: answer.headers, body: read }
  } catch (error) {
    const reason: unknown = error instanceof FretworkError ? error : failing.signal.reason
    failing.abort()
    if (reason !== undefined) throw reason
    const message = `${where} and got no response: ${messageOf(error)}; check that the host allows requests from other sites (CORS).`
    throw new FretworkError('network_failed', message, { cause: error })
  } finally {
    timer.dispose()
    for (const each of signals) each.removeEventListener('abort', cancel)
  }
}

export function isNamed(host: string, hosts: readonly string[]): boolean {
  return hosts.some(each =>
    each.startsWith('*.') ? host.endsWith(each.slice(1)) && host.length > each.length - 1 : host === each,
  )
}

function checkedAddress(title: string, address: string, hosts: readonly string[]): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const { port, username, password } = url ?? {}
  if (url?.protocol !== 'https:' || `${port}${username}${password}` !== '') {
    const message = `“${title}” can’t request ${address}. Use an https URL without a port or user name.`
    throw new FretworkError('network_address', message)
  }
  if (!isNamed(url.hostname, hosts)) {
    const message = `“${title}” isn’t allowed to request ${url.hostname}. List the host under permissions.network.hosts in its manifest, and allow it on the Plugins page.`
    throw new FretworkError('network_host_denied', message)
  }
  url.hash = ''
  return url
}

function atMost(given: number | undefined, usual: number, most: number): number {
  const value = given ?? usual
  return value > 0 ? Math.min(value, most) : usual
}

async function readUpTo({ chunks }: HttpAnswer, limit: number, where: string): Promise<Uint8Array> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const part of chunks) {
    size += part.length
    if (size > limit) {
      const message = `${where}, whose response is larger than ${limit} bytes. Request less data at a time.`
      throw new FretworkError('network_too_large', message)
    }
    parts.push(part as Uint8Array<ArrayBuffer>)
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

function bodyOf(bytes: Uint8Array, as: NetworkRequest['as'], where: string): unknown {
  if (as === 'bytes') return bytes
  const text = new TextDecoder().decode(bytes)
  if (as !== 'json') return text
  try {
    return JSON.parse(text)
  } catch (error) {
    const message = `${where}, whose response is not JSON: ${messageOf(error)}; request it as text.`
    throw new FretworkError('network_body', message, { cause: error })
  }
}
