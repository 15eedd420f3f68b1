import { isIPv4, isIPv6 } from 'node:net'

/**
 * Returns the network that counts as one client for rate limits: an IPv4 address, or an IPv6 /64 (RFC 6177).
 */
export function limitedNetwork(address: string): string {
  const groups = groupsOf(address)
  return plainIPv4(groups) ?? ofGroups(groups, 4)
}

/** Returns the prefix that usually survives an address change: 203.0.113.0/24, 2001:db8:1::/48. */
export function networkOf(address: string): string {
  const groups = groupsOf(address)
  const plain = plainIPv4(groups)
  return plain === undefined ? ofGroups(groups, 3) : `${plain.split('.').slice(0, 3).join('.')}.0/24`
}

/** Used for all invalid addresses, so that they count as one client. */
const NO_ADDRESS: readonly number[] = Array<number>(8).fill(0)

/**
 * Parses an address, mapping IPv4 to IPv6. Removes the port that some proxies add. The port changes with each
 * connection.
 */
function groupsOf(address: string): readonly number[] {
  const bare = address
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*/, '')
  if (isIPv4(bare)) return [0, 0, 0, 0, 0, 0xffff, ...pairsOf(bare)]
  if (!isIPv6(bare)) return NO_ADDRESS
  const [left = '', right] = bare.split('::')
  const [before, after] = [numbersOf(left), numbersOf(right ?? '')]
  const gap = Array<number>(Math.max(0, 8 - before.length - after.length)).fill(0)
  return [...before, ...gap, ...after]
}

/** @example numbersOf('ffff:203.0.113.77') // [0xffff, 0xcb00, 0x714d] */
function numbersOf(part: string): number[] {
  if (part === '') return []
  return part.split(':').flatMap(group => (isIPv4(group) ? pairsOf(group) : Number.parseInt(group, 16)))
}

function pairsOf(ipv4: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number)
  return [a * 256 + b, c * 256 + d]
}

function plainIPv4(groups: readonly number[]): string | undefined {
  const [high = 0, low = 0] = groups.slice(6)
  if (groups.slice(0, 6).join() !== '0,0,0,0,0,65535') return undefined
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

function ofGroups(groups: readonly number[], count: number): string {
  const first = groups.slice(0, count).map(group => group.toString(16))
  return `${first.join(':')}::/${count * 16}`
}
