// The id under which a request is found in the log: a new one, or the one that a trusted proxy gave it.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Long enough for any tracing system's id, and nothing that could forge a line in a log. */
const GIVEN = /^[A-Za-z0-9._:-]{8,128}$/

/** @param trustedProxies addresses or networks, as FRETWORK_TRUSTED_PROXIES lists them */
export function requestIds(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const trusted = new BlockList()
  for (const place of trustedProxies) {
    const [address = '', bits] = place.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(bits), family)
  }
  return ({ headers, socket }) => {
    const given = headers['x-request-id']
    if (typeof given !== 'string' || !GIVEN.test(given)) return randomUUID()
    const caller = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
    return trusted.check(caller, isIP(caller) === 6 ? 'ipv6' : 'ipv4') ? given : randomUUID()
  }
}
