import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { STANDARD_TUNING } from '../../../src/core/music/guitar/tunings.js'
import { type TabNote, tabText } from '../../../src/plugins/tablature/tab-text.js'
import { tabPage } from '../../../src/plugins/tablature/text-commands.js'

const { strings } = STANDARD_TUNING
/** Bars of four quarters. */
const bars = (count: number) => Array.from({ length: count + 1 }, (_, bar) => bar * 4)
const tab = (starts: readonly number[], notes: readonly TabNote[], width?: number) =>
  tabText({ heading: [], strings, starts, notes, ...(width !== undefined && { width }) })

describe('tablature as text', () => {
  it('has a line for each string, bar lines, and the number of each bar above it', () => {
    const notes = [
      { onset: 0, string: 1, fret: 0 },
      { onset: 0, string: 6, fret: 3 },
      { onset: 1, string: 2, fret: 1 },
      { onset: 2, string: 1, fret: 3 },
      { onset: 4, string: 3, fret: 2 },
    ]
    expect(tab(bars(2), notes)).toBe(
      [
        '  1         2',
        'e|-0---3---|---------|',
        'B|---1-----|---------|',
        'G|---------|-2-------|',
        'D|---------|---------|',
        'A|---------|---------|',
        'E|-3-------|---------|',
        '',
      ].join('\n'),
    )
  })

  it('keeps frets of two digits apart, and what follows them in its column', () => {
    const notes = [
      { onset: 0, string: 1, fret: 12 },
      { onset: 1, string: 1, fret: 10 },
      { onset: 1, string: 2, fret: 8 },
      { onset: 2, string: 2, fret: 9 },
    ]
    const [, e, b] = tab(bars(1), notes).split('\n')
    expect(e).toBe('e|-12-10---|')
    expect(b).toBe('B|----8--9-|')
  })

  it('writes both notes of a string that is struck twice in quick succession', () => {
    const notes = [
      { onset: 0, string: 1, fret: 5 },
      { onset: 0.01, string: 2, fret: 6 },
      { onset: 0.02, string: 1, fret: 7 },
      { onset: 2, string: 1, fret: 8 },
    ]
    const [, e, b] = tab(bars(1), notes).split('\n')
    expect(e).toBe('e|-5-7-8---|')
    expect(b).toBe('B|-6-------|')
  })

  it('splits a bar that is wider than a row, but no number in it', () => {
    const notes = Array.from({ length: 16 }, (_, index) => ({ onset: index / 4, string: 1, fret: 12 }))
    const rows = tab(bars(1), notes, 24).trimEnd().split('\n\n')
    const lines = rows.map(row => row.split('\n')[1] ?? '')
    expect(lines.join(' ').match(/\d+/g)).toEqual(Array.from({ length: 16 }, () => '12'))
    expect(lines.every(line => line.length <= 24)).toBe(true)
    expect(lines.slice(0, -1).every(line => line.endsWith('-'))).toBe(true)
    expect(lines.at(-1)?.endsWith('|')).toBe(true)
  })

  it('has every note in its order, in rows that fit and lines that are equally long, whatever is written', () => {
    const note = fc.record({
      onset: fc.integer({ min: 0, max: 64 }).map(sixteenth => sixteenth / 4),
      string: fc.integer({ min: 1, max: 6 }),
      fret: fc.integer({ min: 0, max: 24 }),
    })
    const written = fc.uniqueArray(note, {
      selector: ({ onset, string }) => `${onset}:${string}`,
      maxLength: 60,
    })
    fc.assert(
      fc.property(written, fc.integer({ min: 20, max: 120 }), (notes, width) => {
        const rows = tab(bars(4), notes, width).trimEnd().split('\n\n')
        const lines = rows.map(row => row.split('\n').slice(1))
        for (const row of lines) {
          expect(new Set(row.map(line => line.length)).size).toBe(1)
          expect(row[0]?.length).toBeLessThanOrEqual(width)
        }
        for (let string = 1; string <= 6; string += 1) {
          const own = notes.filter(each => each.string === string).sort((a, b) => a.onset - b.onset)
          const numbers = lines.flatMap(row => row[string - 1]?.match(/\d+/g) ?? [])
          expect(numbers.map(Number)).toEqual(own.map(({ fret }) => fret))
        }
      }),
    )
  })
})

it('writes two voices that meet on a string at one moment as one number', () => {
  const notes = [0, 0, 1].map(onset => ({ onset, string: 1, fret: 3 }))
  expect(tabText({ heading: [], strings: [64, 59, 55], starts: [0, 2], notes }).split('\n')[1]).toBe(
    'E|-3-3-|',
  )
})

const page = tabPage({
  title: 'Rock & <Roll>',
  facts: [['Tuning', 'Standard: E2 <A2>']],
  tab: '  1\ne|-0-|\n\n  2\ne|-1-|\n',
  label: 'Tablature',
  language: 'en',
  foot: 'Prepared by Ada & Bo',
})

describe('the page of a tablature', () => {
  it('has each row in one piece, so that paper does not cut it', () => {
    expect(page.match(/<pre>[^<]*<\/pre>/g)).toEqual(['<pre>  1\ne|-0-|</pre>', '<pre>  2\ne|-1-|</pre>'])
  })

  it('says what a player has to know first, and who prepared it', () => {
    expect(page).toContain('<dl><dt>Tuning</dt><dd>Standard: E2 &lt;A2&gt;</dd></dl>')
    expect(page).toContain('<footer>Prepared by Ada &amp; Bo</footer>')
  })

  it('takes the title as text, runs nothing and fetches nothing', () => {
    expect(page).toContain('<h1>Rock &amp; &lt;Roll&gt;</h1>')
    expect(page).toContain(`default-src 'none'`)
    expect(page).not.toMatch(/<script|https?:|src=/)
  })
})
