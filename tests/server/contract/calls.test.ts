import { describe, expect, it } from 'vitest'
import { ENDPOINTS } from '../../../src/core/api/endpoints.js'
import { validInput } from './calls.js'

// A rule that the generator cannot follow (a host name by a regular expression, say) would leave a call untested: all
// its inputs would be refused. A length checked by hand, as of passwords, is met by some.
describe('the input made of each entry of the contract', () => {
  it.each(ENDPOINTS.map(endpoint => [endpoint.name, endpoint] as const))(
    'is accepted by its own schema, for one of twenty seeds at least: %s',
    (_name, endpoint) => {
      const accepted = Array.from({ length: 20 }, (_, seed) => validInput(endpoint, seed)).filter(input =>
        (['params', 'query', 'body'] as const).every(
          part => endpoint[part]?.safeParse(input[part]).success ?? true,
        ),
      )
      expect(accepted.length).toBeGreaterThan(0)
    },
  )
})
