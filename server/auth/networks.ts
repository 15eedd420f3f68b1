// Networks that addresses belong to: one for limits, and a coarser one by which a user's usual origin is recognized.
import { isIPv4 } from 'node:net'

/**
 * What limits count as one client: an IPv4 address, or the /64 that one IPv6 connection is given (RFC 6177), within
 * which it can take any address.
 * @example limitedNetwork('203.0.113.77') // '203.0.113.77'
 * @example limitedNetwork('2001:db8:1:2::3') // '2001:db8:1:2::/64'
 */
export function limitedNetwork(address: string): string {
  return plainIPv4(address) ?? ofGroups(address, 4)
}

/**
 * The part of an address that stays the same when a provider assigns a new one.
 * @example networkOf('203.0.113.77') // '203.0.113.0/24'
 * @example networkOf('2001:db8:1:2::3') // '2001:db8:1::/48'
 */
export function networkOf(address: string): string {
  const plain = plainIPv4(address)
  return plain === undefined ? ofGroups(address, 3) : `${plain.split('.').slice(0, 3).join('.')}.0/24`
}

function plainIPv4(address: string): string | undefined {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return isIPv4(plain) ? plain : undefined
}

/** The first groups of sixteen bits of an IPv6 address. */
function ofGroups(address: string, count: number): string {
  const [left = '', right] = address.split('%')[0]?.split('::') ?? []
  const groups = left === '' ? [] : left.split(':')
  const after = right === undefined || right === '' ? [] : right.split(':')
  const gap = right === undefined ? 0 : Math.max(0, 8 - groups.length - after.length)
  const all = [...groups, ...Array<string>(gap).fill('0'), ...after]
  const first = all.slice(0, count).map(group => Number.parseInt(group, 16).toString(16))
  return `${first.join(':')}::/${count * 16}`
}
