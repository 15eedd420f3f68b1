import fc from 'fast-check'

/** `fc.string({ unit: anyCharacter })`: as with `binary`, but without the seconds that `binary` takes when first used. */
export const anyCharacter = fc
  .oneof(
    fc.integer({ min: 0, max: 0x7f }),
    fc.integer({ min: 0, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10ffff }),
  )
  .map(code => String.fromCodePoint(code))
