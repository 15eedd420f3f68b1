import { expect, it } from 'vitest'
import { limitedNetwork, networkOf } from '../../../server/auth/networks.js'

it.each([
  ['2001:db8:1:2::', '2001:db8:1:2:0:0:0:0'],
  ['2001:db8:1:2::', '2001:0db8:0001:0002:ffff::1'],
  ['2001:db8:1:2::', '2001:DB8:1:2::A'],
  ['2001:db8:1:2::', '2001:db8:1:2::1%eth0'],
  ['2001:db8:1:2::', '[2001:db8:1:2::1]'],
  ['2001:db8:1:2::', '[2001:db8:1:2::1]:443'],
  ['0:0:0:1::', '::1:0:0:0:1'],
])('the network %s/64 contains %s', (network, address) =>
  expect(limitedNetwork(address)).toBe(`${network}/64`),
)

it('an IPv6 address outside a /64 is in a different network', () => {
  for (const far of ['2001:db8:1:3::', '2001:db8:2:2::', '2001:db9:1:2::', '2002:db8:1:2::'])
    expect(limitedNetwork(far)).not.toBe('2001:db8:1:2::/64')
})

// Some proxies append the connection's port, which changes with every connection.
it.each([
  ['203.0.113.77', '203.0.113.77:51234'],
  ['203.0.113.77', '::ffff:203.0.113.77'],
  ['203.0.113.77', '::FFFF:203.0.113.77'],
  ['203.0.113.77', '::ffff:cb00:714d'],
  ['203.0.113.77', '0:0:0:0:0:ffff:cb00:714d'],
  ['203.0.113.77', '[::ffff:203.0.113.77]:443'],
  ['2001:db8::1', '[2001:db8::1]:443'],
])('%s and %s are in the same network', (plain, other) => {
  expect(limitedNetwork(other)).toBe(limitedNetwork(plain))
  expect(networkOf(other)).toBe(networkOf(plain))
})

it('two IPv4-mapped IPv6 addresses have different networks', () => {
  expect(limitedNetwork('::ffff:cb00:714d')).not.toBe(limitedNetwork('::ffff:cb00:714e'))
})

it('all invalid addresses share one network', () => {
  const odd = ['', 'unknown', '_hidden', 'a:b', ':::', '999.1.1.1', '1.2.3', '203.0.113.7:x', 'g::1']
  expect(new Set(odd.map(limitedNetwork)).size).toBe(1)
})
