import { expect, it } from 'vitest'
import { RankIndex, rank } from '../../../../src/core/commands/search/rank.js'
import { oneTypoApart } from '../../../../src/core/commands/search/text-form.js'

/** Returns the matching titles, best first. Titles serve as IDs; the text after | is the English title. */
function found(query: string, titles: readonly string[], used: Record<string, number> = {}): string[] {
  const entries = titles.map(title => ({ id: title, texts: title.split('|') }))
  const index = new RankIndex(entries, new Map(Object.entries(used)))
  return index.search(query).map(place => titles[place] ?? '')
}

it('ranks an exact title before a prefix, a word, a word prefix, an acronym and a typo', () => {
  const titles = [
    'My useful song is called it', // The initials spell “music”.
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

it('letters scattered within or across words do not match', () => {
  expect(found('night mode', ['Nine of eight', 'Nothing in motion'])).toEqual([])
  expect(found('german', ['Five-string banjo: G major, plain', 'Gesture manager'])).toEqual([])
})

it('compound word parts, plurals and inflected words match', () => {
  expect(found('stimmung', ['Gitarrenstimmung', 'Saite'])).toEqual(['Gitarrenstimmung'])
  expect(found('tunings', ['Tuning', 'Tone'])).toEqual(['Tuning'])
  expect(found('looping', ['Loop on or off', 'Lock'])).toEqual(['Loop on or off'])
})

it('alternative names rank below titles', () => {
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
  ['panc', 'Panic: silence all outputs'],
  ['pnaic', 'Panic: silence all outputs'],
  ['c#', 'Scale of C# minor'],
])('searching for "%s" ranks %s first', (query, wanted) => {
  const titles = [
    'Fretboard',
    'Toggle fullscreen',
    'Log out',
    'Use the light color scheme',
    'Panic: silence all outputs',
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
])('umlauts match their transliterations and other accents are ignored: "%s" finds %s', (query, title) =>
  expect(found(query, ['Blue notes', title])).toEqual([title]),
)

it('typos are tolerated only if no title matches without them', () => {
  expect(found('blues', ['Blus', 'Blues'])).toEqual(['Blues'])
})

it('a command also matches by its English title', () => {
  expect(found('log out', ['Abmelden|Log out', 'Anmelden|Log in'])).toEqual(['Abmelden|Log out'])
})

it('an empty query lists all entries, most used first', () => {
  expect(found('', ['A', 'B', 'C'], { C: 1, B: 0.5 })).toEqual(['C', 'B', 'A'])
  expect(found('   ', ['A', 'B'])).toEqual(['A', 'B'])
})

it('usage breaks ties between equal matches', () => {
  const titles = ['Show notes', 'Show octaves', 'Show']
  expect(found('show', titles, { 'Show octaves': 3 })).toEqual(['Show', 'Show octaves', 'Show notes'])
  expect(found('show n', titles, { 'Show octaves': 99 })[0]).toBe('Show notes')
})

it('equal matches are sorted by title length, then by list order', () => {
  expect(found('play', ['Play the song again', 'Play', 'Play it', 'Play on'])).toEqual([
    'Play',
    'Play it',
    'Play on',
    'Play the song again',
  ])
})

it('each word may contain one typo', () => {
  expect(found('chosoe tuni', ['Choose the tuning', 'Choose the scale'])).toEqual(['Choose the tuning'])
  expect(found('chosoe tnuing', ['Choose the tuning'])).toEqual(['Choose the tuning'])
  expect(found('chosoe tnuign', ['Choose the tuning'])).toEqual([])
  expect(found('xoo tuning', ['Foo tuning'])).toEqual([])
})

it('destructive commands appear only after their first word is typed, in any language or word order', () => {
  const entries = [
    { id: 'reset', texts: ['Zurücksetzen: Hals', 'Reset: Neck'], careful: true },
    { id: 'wide', texts: ['Hals: Breite', 'Neck: Width'] },
  ]
  const index = new RankIndex(entries, new Map([['reset', 9]]))
  const ids = (query: string) => index.search(query).map(place => entries[place]?.id)
  for (const query of ['n', 'neck', 'hals', 're', 'rn', 'neck re']) expect(ids(query)).not.toContain('reset')
  expect(ids('neck re')).toEqual([])
  for (const query of ['neck res', 'res', 'reset', 'zur', 'zurueck', 'hals zuruck'])
    expect(ids(query)).toEqual(['reset'])
  expect(ids('')).toEqual(['reset', 'wide'])
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
])('"%s" and "%s" differ by at most one typo: %s', (typed, word, wanted) =>
  expect(oneTypoApart(typed, word)).toBe(wanted),
)
