import { describe, expect, it } from 'vitest'
import { limitedNetwork, networkOf } from '../../../server/auth/networks.js'

describe('the network that limits count', () => {
  it.each([
    ['2001:db8:1:2::', '2001:db8:1:2:0:0:0:0'],
    ['2001:db8:1:2::', '2001:0db8:0001:0002:ffff::1'],
    ['2001:db8:1:2::', '2001:DB8:1:2::A'],
    ['2001:db8:1:2::', '2001:db8:1:2::1%eth0'],
    ['2001:db8:1:2::', '[2001:db8:1:2::1]'],
    ['2001:db8:1:2::', '[2001:db8:1:2::1]:443'],
    ['0:0:0:1::', '::1:0:0:0:1'],
  ])('%s/64 has the address %s', (network, address) => expect(limitedNetwork(address)).toBe(`${network}/64`))

  it('is a different network outside of a /64', () => {
    for (const far of ['2001:db8:1:3::', '2001:db8:2:2::', '2001:db9:1:2::', '2002:db8:1:2::'])
      expect(limitedNetwork(far)).not.toBe('2001:db8:1:2::/64')
  })

  // Some proxies add the port of the connection, which differs each time.
  it.each([
    ['203.0.113.77', '203.0.113.77:51234'],
    ['203.0.113.77', '::ffff:203.0.113.77'],
    ['203.0.113.77', '::FFFF:203.0.113.77'],
    ['203.0.113.77', '::ffff:cb00:714d'],
    ['203.0.113.77', '0:0:0:0:0:ffff:cb00:714d'],
    ['203.0.113.77', '[::ffff:203.0.113.77]:443'],
    ['2001:db8::1', '[2001:db8::1]:443'],
  ])('of %s is also the network of %s', (plain, other) => {
    expect(limitedNetwork(other)).toBe(limitedNetwork(plain))
    expect(networkOf(other)).toBe(networkOf(plain))
  })

  it('differs for two IPv4 addresses that are written as IPv6', () => {
    expect(limitedNetwork('::ffff:cb00:714d')).not.toBe(limitedNetwork('::ffff:cb00:714e'))
  })

  it('is the same for every invalid address, which only a proxy could send', () => {
    const odd = ['', 'unknown', '_hidden', 'a:b', ':::', '999.1.1.1', '1.2.3', '203.0.113.7:x', 'g::1']
    expect(new Set(odd.map(limitedNetwork)).size).toBe(1)
  })
})
