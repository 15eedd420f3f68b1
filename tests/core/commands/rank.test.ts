import { describe, expect, it } from 'vitest'
import { oneTypoApart, prepare, rank } from '../../../src/core/commands/rank.js'

/** Titles are ids; a second text after a | is the English title. */
function found(query: string, titles: readonly string[], used: Record<string, number> = {}): string[] {
  const prepared = prepare(titles.map(title => ({ id: title, texts: title.split('|') })))
  return rank(prepared, query, id => used[id] ?? 0).map(({ id }) => id)
}

describe('ranking', () => {
  it('puts exact before prefix, word, acronym, subsequence and one typo', () => {
    const titles = [
      'mjsic', // one typo
      'Open my old sonic box', // subsequence: m-u…? see below
      'My unusual sonata in C', // acronym
      'Play music',
      'Music settings',
      'Music',
    ]
    expect(found('music', titles)).toEqual([
      'Music',
      'Music settings',
      'Play music',
      'My unusual sonata in C',
      'mjsic',
    ])
    expect(found('musi', ['mud on a sitar', 'mussi'])).toEqual(['mussi', 'mud on a sitar'])
  })

  it.each([
    ['tf', 'Toggle fullscreen'],
    ['fretbaord', 'Fretboard'],
    ['toggle full', 'Toggle fullscreen'],
    ['full tog', 'Toggle fullscreen'],
    ['log ot', 'Log out'],
    ['LOG OUT', 'Log out'],
    ['panc', 'Panic: silence every output'],
    ['pnaic', 'Panic: silence every output'],
    ['c#', 'Scale of C# minor'],
  ])('answers "%s" with %s first', (query, wanted) => {
    const titles = [
      'Fretboard',
      'Toggle fullscreen',
      'Log out',
      'Use the light colour scheme',
      'Panic: silence every output',
      'Scale of C# minor',
      'Show or hide the navigation',
    ]
    expect(found(query, titles)[0]).toBe(wanted)
  })

  it('does not care for diacritics, in the title or in what is typed', () => {
    expect(found('uber', ['Über Fretwork'])).toEqual(['Über Fretwork'])
    expect(found('über', ['Uber Fretwork'])).toEqual(['Uber Fretwork'])
    expect(found('é', ['Etude'])).toEqual(['Etude'])
  })

  it('finds a command by its English title too', () => {
    expect(found('log out', ['Abmelden|Log out', 'Anmelden|Log in'])).toEqual(['Abmelden|Log out'])
  })

  it('lists everything for nothing typed, the most used first', () => {
    expect(found('', ['A', 'B', 'C'], { C: 1, B: 0.5 })).toEqual(['C', 'B', 'A'])
    expect(found('   ', ['A', 'B'])).toEqual(['A', 'B'])
  })

  it('lets use decide among equals only', () => {
    const titles = ['Show notes', 'Show octaves', 'Show']
    expect(found('show', titles, { 'Show octaves': 3 })).toEqual(['Show', 'Show octaves', 'Show notes'])
    expect(found('show n', titles, { 'Show octaves': 99 })[0]).toBe('Show notes')
  })

  it('puts the shorter title first among equals that nobody uses, and keeps the order of the list', () => {
    expect(found('play', ['Play the song again', 'Play', 'Play it', 'Play on'])).toEqual([
      'Play',
      'Play it',
      'Play on',
      'Play the song again',
    ])
  })

  it('answers what fits nothing with nothing', () => {
    expect(found('xyzzy', ['Fretboard', 'Log out'])).toEqual([])
  })
})

describe('one typo', () => {
  it.each([
    ['fretbaord', 'fretboard', true],
    ['fretbord', 'fretboard', true],
    ['frettboard', 'fretboard', true],
    ['fretbiard', 'fretboard', true],
    ['fretb', 'fretboard', true],
    ['fretx', 'fretboard', true],
    ['frxtbaord', 'fretboard', false],
    ['guitar', 'fretboard', false],
  ])('%s for %s: %s', (typed, word, wanted) => {
    expect(oneTypoApart(typed, word)).toBe(wanted)
  })
})
