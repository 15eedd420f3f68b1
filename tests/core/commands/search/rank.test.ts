import { describe, expect, it } from 'vitest'
import { RankIndex, rank } from '../../../../src/core/commands/search/rank.js'
import { oneTypoApart } from '../../../../src/core/commands/search/text-form.js'

/** The titles found, best first. Titles are ids; a second text after a | is the English title. */
function found(query: string, titles: readonly string[], used: Record<string, number> = {}): string[] {
  const entries = titles.map(title => ({ id: title, texts: title.split('|') }))
  const index = new RankIndex(entries, new Map(Object.entries(used)))
  return index.search(query).map(place => titles[place] ?? '')
}

describe('ranking', () => {
  it('puts a whole text before its beginning, a word, the beginning of a word, an acronym and one typo', () => {
    const titles = [
      'My useful song is called it', // its first letters are the acronym of these
      'Play musical chairs',
      'Play music',
      'Music settings',
      'Music',
    ]
    expect(found('music', titles)).toEqual([
      'Music',
      'Music settings',
      'Play music',
      'Play musical chairs',
      'My useful song is called it',
    ])
    expect(found('mjsic', ['Play music', 'Fiddle'])).toEqual(['Play music'])
  })

  it('never takes letters from several words, nor scattered ones of a word', () => {
    expect(found('night mode', ['Nine of eight', 'Nothing in motion'])).toEqual([])
    expect(found('german', ['Five-string banjo: G major, plain', 'Gesture manager'])).toEqual([])
  })

  it('finds a part of a compound, a plural, and a word in another form', () => {
    expect(found('stimmung', ['Gitarrenstimmung', 'Saite'])).toEqual(['Gitarrenstimmung'])
    expect(found('tunings', ['Tuning', 'Tone'])).toEqual(['Tuning'])
    expect(found('looping', ['Loop on or off', 'Lock'])).toEqual(['Loop on or off'])
  })

  it('ranks other names after titles', () => {
    const entries = [
      { id: 'a', texts: ['Open a file'], words: ['import, load'] },
      { id: 'b', texts: ['Import'], about: ['Reads a file'] },
      { id: 'c', texts: ['Save'], about: ['Import and export'] },
    ]
    expect(rank(entries, 'import').map(({ id }) => id)).toEqual(['b', 'a', 'c'])
    expect(rank(entries, 'import file').map(({ id }) => id)).toEqual(['a', 'b'])
  })

  it.each([
    ['tf', 'Toggle fullscreen'],
    ['fretbaord', 'Fretboard'],
    ['toggle full', 'Toggle fullscreen'],
    ['full tog', 'Toggle fullscreen'],
    ['log outt', 'Log out'],
    ['LOG OUT', 'Log out'],
    ['panc', 'Panic: silence every output'],
    ['pnaic', 'Panic: silence every output'],
    ['c#', 'Scale of C# minor'],
  ])('answers "%s" with %s first', (query, wanted) => {
    const titles = [
      'Fretboard',
      'Toggle fullscreen',
      'Log out',
      'Use the light color scheme',
      'Panic: silence every output',
      'Scale of C# minor',
      'Toggle navigation',
    ]
    expect(found(query, titles)[0]).toBe(wanted)
  })

  it.each([
    ['uber', 'Über Fretwork'],
    ['ueber', 'Über Fretwork'],
    ['über', 'Ueber Fretwork'],
    ['u\u0308ber', 'Ueber Fretwork'],
    ['toene', 'Töne zeigen'],
    ['TÖNE', 'Toene zeigen'],
    ['lautstaerke', 'Die Lautstärke'],
    ['strasse', 'Straße'],
    ['straße', 'Strasse'],
    ['groesse', 'Größe'],
    ['größe', 'Groesse'],
    ['über', 'Uber Fretwork'],
    ['é', 'Etude'],
    ['gross', 'Große Terz'],
  ])(
    'takes umlauts for the letters that they are written as, and no other accents: "%s" finds %s',
    (query, title) => expect(found(query, ['Blue notes', title])).toEqual([title]),
  )

  it('takes a word for mistyped only if no text has it, and two letters for two letters where no one has typed or written an umlaut', () => {
    expect(found('blues', ['Blus', 'Blues'])).toEqual(['Blues'])
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

  it('puts the shorter title first among equals that no one uses, and keeps the order of the list', () => {
    expect(found('play', ['Play the song again', 'Play', 'Play it', 'Play on'])).toEqual([
      'Play',
      'Play it',
      'Play on',
      'Play the song again',
    ])
  })

  it('forgives one typo per word', () => {
    expect(found('chosoe tuni', ['Choose the tuning', 'Choose the scale'])).toEqual(['Choose the tuning'])
    expect(found('chosoe tnuing', ['Choose the tuning'])).toEqual(['Choose the tuning'])
    expect(found('chosoe tnuign', ['Choose the tuning'])).toEqual([])
    expect(found('xoo tuning', ['Foo tuning'])).toEqual([])
  })

  it('finds what is careful only once its first word is typed, in any language, and in any order', () => {
    const entries = [
      { id: 'reset', texts: ['Zurücksetzen: Hals', 'Reset: Neck'], careful: true },
      { id: 'wide', texts: ['Hals: Breite', 'Neck: Width'] },
    ]
    const index = new RankIndex(entries, new Map([['reset', 9]]))
    const ids = (query: string) => index.search(query).map(place => entries[place]?.id)
    for (const query of ['n', 'neck', 'hals', 're', 'rn', 'neck re'])
      expect(ids(query)).not.toContain('reset')
    expect(ids('neck re')).toEqual([])
    for (const query of ['neck res', 'res', 'reset', 'zur', 'zurueck', 'hals zuruck'])
      expect(ids(query)).toEqual(['reset'])
    expect(ids('')).toEqual(['reset', 'wide'])
  })

  it('lists entries of any kind for a list that is searched once', () => {
    const ports = [
      { id: '1', texts: ['GK-3'], port: 'a' },
      { id: '2', texts: ['Piano'], port: 'b' },
    ]
    expect(rank(ports, 'pia').map(({ port }) => port)).toEqual(['b'])
  })
})

it.each([
  ['fretbaord', 'fretboard', true],
  ['fretbord', 'fretboard', true],
  ['frettboard', 'fretboard', true],
  ['fretbiard', 'fretboard', true],
  ['fretb', 'fretboard', true],
  ['fretx', 'fretboard', true],
  ['frxtbaord', 'fretboard', false],
  ['guitar', 'fretboard', false],
])('one typo makes %s of %s: %s', (typed, word, wanted) => expect(oneTypoApart(typed, word)).toBe(wanted))
