import { expect, it } from 'vitest'
import { Container } from '../../../src/core/kernel/container.js'
import { provide } from '../../../src/core/kernel/plugin.js'
import { tsyringeRegistry } from '../../../src/core/kernel/plugin-services.js'
import { inject, injectable } from '../../../src/core/platform/inject.js'
import { createToken } from '../../../src/core/platform/token.js'

const STRINGS = createToken<readonly string[]>('test.strings')
const [NECK, GUITAR] = [createToken<Neck>('test.neck'), createToken<Guitar>('test.guitar')]

@injectable()
class Neck {
  constructor(@inject(STRINGS) readonly strings: readonly string[]) {}
}

@injectable()
class Guitar {
  constructor(@inject(NECK) readonly neck: Neck) {}
}

it('the container builds a class and its injected services once, dependencies first', () => {
  const order: string[] = []
  const container = new Container([provide(GUITAR, Guitar), provide(NECK, Neck)], {
    registry: tsyringeRegistry(),
    outside: token => (token.id === STRINGS.id ? ['E', 'A'] : undefined),
    built: ({ id }) => void order.push(id),
  })
  container.buildAll()
  expect(order).toEqual(['test.neck', 'test.guitar'])
  expect(container.get(GUITAR).neck).toBe(container.get(NECK))
  expect(container.get(NECK).strings).toEqual(['E', 'A'])
})

it('the error for circular dependencies lists the classes', () => {
  class Round {
    constructor(readonly guitar: unknown) {}
  }
  inject(GUITAR)(Round, undefined, 0)
  const providers = [provide(GUITAR, Guitar), provide(NECK, Round as never)]
  const container = new Container(providers, { registry: tsyringeRegistry(), outside: () => undefined })
  expect(() => container.buildAll()).toThrow('"test.guitar" needs "test.neck" needs "test.guitar"')
})

it('each constructor parameter needs a token', () => {
  class Bass {
    constructor(
      readonly neck: unknown,
      readonly name: unknown,
    ) {}
  }
  inject(NECK)(Bass, undefined, 0)
  expect(() => injectable()(Bass)).toThrow('Parameter 2 of the constructor of "Bass" has no token')
})

it('a subclass does not change its superclass’s parameters', () => {
  class Twelve extends Neck {
    constructor(readonly guitar: Guitar) {
      super([])
    }
  }
  inject(GUITAR)(Twelve, undefined, 0)
  const six = new Container([provide(NECK, Neck)], { registry: tsyringeRegistry(), outside: () => ['E'] })
  expect(six.get(NECK).strings).toEqual(['E'])
})
