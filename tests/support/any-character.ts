import fc from 'fast-check'

/** Unit for `fc.string({ unit: anyCharacter })`, like `binary` but without its slow initialization. */
export const anyCharacter = fc
  .oneof(
    fc.integer({ min: 0, max: 0x7f }),
    fc.integer({ min: 0, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10ffff }),
  )
  .map(code => String.fromCodePoint(code))
