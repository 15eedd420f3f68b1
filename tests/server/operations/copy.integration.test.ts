// PostgreSQL's COPY through the driver, with a reader that is slower than the database.
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressOfUrl, asOwner } from '../../../server/database/connection.js'
import { copyOut } from '../../../server/operations/copy.js'
import { emptyDatabase } from '../support/test-database.js'

let db: Awaited<ReturnType<typeof emptyDatabase>>
beforeAll(async () => {
  db = await emptyDatabase()
})
afterAll(() => db.drop())

/** Of lengths that leave the ends of rows anywhere in what the socket brings. */
const ROWS = Array.from({ length: 4000 }, (_, row) => `${row}:${'äß'.repeat((row * 37) % 400)}\n`)

describe('rows that were copied out', () => {
  // Mutation: handing on the driver's own bytes, which it overwrites with what comes next.
  it('are those of the table, however late they are read', async () => {
    const read = await asOwner(addressOfUrl(db.url), async owner => {
      const rows = `SELECT row || ':' || repeat('äß', (row * 37) % 400) FROM generate_series(0, 3999) row`
      const out = copyOut(owner, `COPY (${rows} ORDER BY row) TO STDOUT`)
      const chunks: Buffer[] = []
      for await (const chunk of out) {
        chunks.push(chunk)
        await setImmediate()
      }
      return Buffer.concat(chunks).toString()
    })
    expect(read.split('\n')).toEqual(ROWS.join('').split('\n'))
  })
})
