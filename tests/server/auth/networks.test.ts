import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limitedNetwork, networkOf } from '../../../server/auth/networks.js'

const groups = fc.array(fc.nat({ max: 0xffff }), { minLength: 8, maxLength: 8 })
const hex = (group: number) => group.toString(16)

/** Ways to write the same address; the longest row of zeros is left out where there is one. */
function spellings(of: readonly number[]): string[] {
  const full = of.map(hex).join(':')
  const padded = of.map(group => hex(group).padStart(4, '0')).join(':')
  const short = full.replace(/(^|:)0(:0)+(:|$)/, '::')
  return [full, padded, short, full.toUpperCase(), `${full}%eth0`, `[${full}]`, `[${full}]:443`]
}

describe('the network that limits count', () => {
  it('is the same for every spelling of an IPv6 address', () => {
    fc.assert(
      fc.property(groups, of => {
        const all = new Set(spellings(of).map(limitedNetwork))
        expect([...all]).toEqual([`${of.slice(0, 4).map(hex).join(':')}::/64`])
      }),
      { seed: 28 },
    )
  })

  it('is the same within a /64, and another one outside of it', () => {
    fc.assert(
      fc.property(groups, groups, fc.nat({ max: 3 }), (one, two, differs) => {
        const near = [...one.slice(0, 4), ...two.slice(4)]
        const far = one.map((group, index) => (index === differs ? group ^ 1 : group))
        const [network, same, other] = [one, near, far].map(of => limitedNetwork(of.map(hex).join(':')))
        expect(same).toBe(network)
        expect(other).not.toBe(network)
      }),
      { seed: 28 },
    )
  })

  // Some proxies add the port of the connection, which is another one each time.
  it.each([
    ['203.0.113.77', '203.0.113.77:51234'],
    ['203.0.113.77', '::ffff:203.0.113.77'],
    ['203.0.113.77', '::FFFF:203.0.113.77'],
    ['203.0.113.77', '::ffff:cb00:714d'],
    ['203.0.113.77', '0:0:0:0:0:ffff:cb00:714d'],
    ['203.0.113.77', '[::ffff:203.0.113.77]:443'],
    ['2001:db8::1', '[2001:db8::1]:443'],
  ])('of %s is also that of %s', (plain, other) => {
    expect(limitedNetwork(other)).toBe(limitedNetwork(plain))
    expect(networkOf(other)).toBe(networkOf(plain))
  })

  it('differs for two IPv4 addresses that are written as IPv6', () => {
    expect(limitedNetwork('::ffff:cb00:714d')).not.toBe(limitedNetwork('::ffff:cb00:714e'))
  })

  it('is one and the same for what isn’t an address, which only a proxy could send', () => {
    const odd = ['', 'unknown', '_hidden', 'a:b', ':::', '999.1.1.1', '1.2.3', '203.0.113.7:x', 'g::1']
    expect(new Set(odd.map(limitedNetwork)).size).toBe(1)
  })
})
