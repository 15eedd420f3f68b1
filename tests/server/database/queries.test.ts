import { eq } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import { isIn } from '../../../server/database/queries.js'
import { libraries, libraryWrites } from '../../../server/database/schema.js'

const textOf = (condition: ReturnType<typeof eq>) => new PgDialect().sqlToQuery(condition).sql

it('a list condition yields the same SQL statement for a list of any length', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, nth) => `${nth}`)
  const texts = [0, 1, 2, 500].map(count => textOf(isIn(libraryWrites.key, ids(count))))
  expect(new Set(texts)).toEqual(new Set(['"library_writes"."key" = ANY($1::text[])']))
  expect(textOf(isIn(libraries.userId, ids(3)))).toBe('"libraries"."user_id" = ANY($1::uuid[])')
})
