// Size and cursors of list pages.
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ANSWER_BYTES, pageOf, positionOf } from '../../../server/http/answer-page.js'

const position = z.tuple([z.number()])
const rowsAfter = (count: number, last = -1) =>
  Array.from({ length: count }, (_, nth) => nth).filter(nth => nth > last)

/** Follows the cursors to the last page. */
function pagesOf(count: number, limit: number, shown: (nth: number) => string | undefined): string[][] {
  const pages: string[][] = []
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const last = positionOf(cursor, position)?.[0]
    const rows = rowsAfter(count, last).slice(0, limit + 1)
    const page = pageOf(rows, { limit, shown, position: nth => [nth] })
    pages.push(page.items)
    cursor = page.next
  }
  return pages
}

it('a list page ends before it exceeds the size limit, and the next page has no duplicates', () => {
  const pages = pagesOf(10, 100, nth => `${nth}`.padEnd(300_000, 'ü'))
  for (const page of pages) expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(ANSWER_BYTES)
  expect([pages.flat().map(item => Number.parseInt(item, 10)), pages.length]).toEqual([rowsAfter(10), 10])
})

it('an item larger than the page limit gets its own page so that the list continues', () => {
  expect(pagesOf(3, 100, () => 'x'.repeat(ANSWER_BYTES + 1)).map(page => page.length)).toEqual([1, 1, 1])
})

it('a list page ends at its row limit even if all rows are hidden', () => {
  expect(pagesOf(5, 2, String)).toEqual([['0', '1'], ['2', '3'], ['4']])
  expect(pagesOf(5, 2, nth => (nth === 4 ? 'four' : undefined))).toEqual([[], [], ['four']])
})

it.each(['', '!!', 'e30', Buffer.from('["a"]').toString('base64url')])(
  'the cursor %j is rejected',
  cursor => {
    expect(() => positionOf(cursor, position)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
  },
)
