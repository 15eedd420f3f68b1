import { describe, expect, it } from 'vitest'
import { type KeyClaim, keyClashes, meetingOf } from '../../../../src/core/commands/keys/key-clashes.js'

const SONGS = "route == '/songs'"
const NECK = "route == '/fretboard'"

describe('a clash of two keys', () => {
  it.each<[string, KeyClaim, KeyClaim, string | undefined]>([
    ['the same everywhere', { key: 'x' }, { key: 'x' }, 'full'],
    ['the same, written otherwise', { key: 'Shift+Ctrl+k' }, { key: '$mod+shift+K' }, 'full'],
    ['the same, one in one place only', { key: 'x' }, { key: 'x', when: SONGS }, 'full'],
    ['the same in overlapping places', { key: 'x', when: 'loggedIn' }, { key: 'x', when: SONGS }, 'full'],
    ['the same in separate places', { key: 'x', when: NECK }, { key: 'x', when: SONGS }, 'apart'],
    ["the user's and a default", { key: 'x', user: true }, { key: 'x' }, 'shadow'],
    [
      "the user's and a default in separate places",
      { key: 'x', when: NECK, user: true },
      { key: 'x', when: SONGS },
      'apart',
    ],
    [
      "the user's and a default in overlapping places",
      { key: 'x', when: 'loggedIn', user: true },
      { key: 'x', when: SONGS },
      'shadow',
    ],
    ["two of the user's", { key: 'x', user: true }, { key: 'x', user: true }, 'full'],
    ['one the beginning of the other', { key: 'g' }, { key: 'g f' }, 'partial'],
    ['the same, the user choosing the shorter', { key: 'g', user: true }, { key: 'g f' }, 'partial'],
    ['a beginning in a separate place', { key: 'g', when: NECK }, { key: 'g f', when: SONGS }, undefined],
    ['two sequences of one beginning', { key: 'g s' }, { key: 'g f' }, undefined],
    ['another modifier', { key: '$mod+x' }, { key: 'x' }, undefined],
  ])('%s', (_what, a, b, kind) => {
    expect(meetingOf(a, b)).toBe(kind)
    expect(meetingOf(b, a)).toBe(kind)
  })

  it('depends on the meaning of $mod', () => {
    const pair = [{ key: '$mod+k' }, { key: 'ctrl+k' }] as const
    expect([meetingOf(...pair, false), meetingOf(...pair, true)]).toEqual(['full', undefined])
  })
})

describe('all clashes', () => {
  const command = (id: string, defaultKeys: string[], when?: string) => ({
    ...{ id, title: id.toUpperCase(), source: 'test', defaultKeys, when },
  })
  const commands = [
    command('mute', ['m']),
    command('map', ['m']),
    command('go-songs', ['g s']),
    command('go', ['g']),
    command('here', ['h'], NECK),
    command('there', ['h'], SONGS),
  ]
  const reported = (user: Record<string, string[]> = {}) =>
    keyClashes(commands, user).map(
      ({ kind, first, firstKey, second, secondKey }) =>
        `${kind}: ${first.title} (${firstKey}) before ${second.title} (${secondKey})`,
    )

  it('name both commands, and first the command that runs', () => {
    expect(reported()).toEqual(['full: MUTE (m) before MAP (m)', 'partial: GO (g) before GO-SONGS (g s)'])
  })

  it("prefer the user's keys to default keys", () => {
    expect(reported({ map: ['m'], go: [], there: ['t'] })).toEqual(['shadow: MAP (m) before MUTE (m)'])
    expect(reported({ map: ['z'], mute: ['z'], go: [], here: [] })).toEqual(['full: MUTE (z) before MAP (z)'])
  })

  it('do not exist if each command has the key in its place, even by the user’s choice', () => {
    expect(reported({ mute: [], go: [], here: ['h'] })).toEqual([])
    expect(reported({ mute: [], go: ['h'] })).toEqual([
      'shadow: GO (h) before HERE (h)',
      'shadow: GO (h) before THERE (h)',
    ])
  })

  it('are none between the keys of one command', () => {
    expect(keyClashes([command('twice', ['x', 'x', 'x y'])], {})).toEqual([])
  })
})
