import { expect, it } from 'vitest'
import { chordDiagram } from '../../../../src/plugins/fretboard/chords/chord-diagram.js'
import { rows } from '../../../support/rows.js'

const C = [0, 1, 0, 2, 3, undefined]
const places = (frets: readonly (number | undefined)[], leftHanded = false) =>
  [...chordDiagram(frets, leftHanded).content.matchAll(/<circle cx="(\d+)" cy="(\d+)"/g)].map(([, x, y]) => [
    Number(x),
    Number(y),
  ])

it('the diagram shows finger numbers, open and muted strings, and the low string on the left', () => {
  const { content } = chordDiagram(C, false)
  // Strings 2, 4 and 5 at frets 1, 2 and 3.
  expect(places(C)).toEqual(rows('69 23, 45 37, 33 51'))
  expect(content.match(/a3.5 3.5 0 1 0 7 0/g)).toHaveLength(2)
  expect(content.match(/l-7 7/g)).toHaveLength(1)
  expect([...content.matchAll(/"Canvas"[^>]*>(\d)/g)].map(([, finger]) => finger)).toEqual(['1', '2', '3'])
})

it('the diagram is mirrored for left-handed players', () => expect(places(C, true)[0]).toEqual([19, 23]))

it('a diagram higher up the neck shows its first fret number and draws a barre as a line', () => {
  const { content } = chordDiagram([7, 8, 9, 9, 7, 7], false)
  expect(content).toMatch(/>7<\/text>/)
  expect(content).not.toContain('stroke-width="4"')
  expect(content).toContain('stroke-width="11"')
})
