import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { STANDARD_TUNING } from '../../../src/music/guitar/tunings.js'
import { type TabNote, tabText } from '../../../src/plugins/score/tablature/tab-text.js'
import { tabPage } from '../../../src/plugins/score/tablature/text-commands.js'
import { rows } from '../../support/rows.js'

const { strings } = STANDARD_TUNING
/** Bar lines of 4/4 bars. */
const bars = (count: number) => Array.from({ length: count + 1 }, (_, bar) => bar * 4)
const tab = (starts: readonly number[], notes: readonly TabNote[], width?: number) =>
  tabText({ heading: [], strings, starts, notes, ...(width !== undefined && { width }) })
/** Parses notes written as quarter, string and fret. */
const notesOf = (text: string): TabNote[] =>
  rows(text).map(([onset = 0, string = 0, fret = 0]) => ({ onset, string, fret }))

it('the text has one line per string, with bar lines and bar numbers', () => {
  expect(tab(bars(2), notesOf('0 1 0, 0 6 3, 1 2 1, 2 1 3, 4 3 2'))).toBe(
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

it('adjacent two-digit frets are separated, and columns stay aligned', () => {
  const [, e, b] = tab(bars(1), notesOf('0 1 12, 1 1 10, 1 2 8, 2 2 9')).split('\n')
  expect([e, b]).toEqual(['e|-12-10---|', 'B|----8--9-|'])
})

it('quickly repeated notes on one string are all written', () => {
  const [, e, b] = tab(bars(1), notesOf('0 1 5, 0.01 2 6, 0.02 1 7, 2 1 8')).split('\n')
  expect([e, b]).toEqual(['e|-5-7-8---|', 'B|-6-------|'])
})

it('rows contain every note in order, fit the width and have lines of equal length', () => {
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

it('two voices with the same string and onset are written as one number', () => {
  expect(tab([0, 2], notesOf('0 1 3, 0 1 3, 1 1 3')).split('\n')[1]).toBe('e|-3-3-|')
})

const page = tabPage({
  title: 'Rock & <Roll>',
  facts: [['Tuning', 'Standard: E2 <A2>']],
  tab: '  1\ne|-0-|\n\n  2\ne|-1-|\n',
  label: 'Tablature',
  language: 'en',
  foot: 'Prepared by Ada & Bo',
})

it('each row is a single element, so that page breaks do not split it', () => {
  expect(page.match(/<pre>[^<]*<\/pre>/g)).toEqual(['<pre>  1\ne|-0-|</pre>', '<pre>  2\ne|-1-|</pre>'])
})

it('the page shows the song’s details and author', () => {
  expect(page).toContain('<dl><dt>Tuning</dt><dd>Standard: E2 &lt;A2&gt;</dd></dl>')
  expect(page).toContain('<footer>Prepared by Ada &amp; Bo</footer>')
})

it('the title is escaped, and the page runs no scripts and loads no resources', () => {
  expect(page).toContain('<h1>Rock &amp; &lt;Roll&gt;</h1>')
  expect(page).toContain(`default-src 'none'`)
  expect(page).not.toMatch(/<script|https?:|src=/)
})
