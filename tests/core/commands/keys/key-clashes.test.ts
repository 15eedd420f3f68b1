import { describe, expect, it } from 'vitest'
import { type KeyClaim, keyClashes, meetingOf } from '../../../../src/core/commands/keys/key-clashes.js'

const SONGS = "route == '/songs'"
const NECK = "route == '/fretboard'"

it.each<[string, KeyClaim, KeyClaim, string | undefined]>([
  ['the same binding everywhere', { key: 'x' }, { key: 'x' }, 'full'],
  ['the same binding in two spellings', { key: 'Shift+Ctrl+k' }, { key: '$mod+shift+K' }, 'full'],
  ['the same binding, one on a single screen', { key: 'x' }, { key: 'x', when: SONGS }, 'full'],
  [
    'the same binding under overlapping conditions',
    { key: 'x', when: 'loggedIn' },
    { key: 'x', when: SONGS },
    'full',
  ],
  ['the same binding on separate screens', { key: 'x', when: NECK }, { key: 'x', when: SONGS }, 'apart'],
  ['a user binding and a default binding', { key: 'x', user: true }, { key: 'x' }, 'shadow'],
  [
    'a user binding and a default binding on separate screens',
    { key: 'x', when: NECK, user: true },
    { key: 'x', when: SONGS },
    'apart',
  ],
  [
    'a user binding and a default binding under overlapping conditions',
    { key: 'x', when: 'loggedIn', user: true },
    { key: 'x', when: SONGS },
    'shadow',
  ],
  ['two user bindings', { key: 'x', user: true }, { key: 'x', user: true }, 'full'],
  ['a binding that starts another binding', { key: 'g' }, { key: 'g f' }, 'partial'],
  ['a user binding that starts a default binding', { key: 'g', user: true }, { key: 'g f' }, 'partial'],
  [
    'a binding that starts another binding on a separate screen',
    { key: 'g', when: NECK },
    { key: 'g f', when: SONGS },
    undefined,
  ],
  ['two sequences with the same first stroke', { key: 'g s' }, { key: 'g f' }, undefined],
  ['bindings with different modifiers', { key: '$mod+x' }, { key: 'x' }, undefined],
])('classifies key conflicts for %s', (_what, a, b, kind) => {
  expect(meetingOf(a, b)).toBe(kind)
  expect(meetingOf(b, a)).toBe(kind)
})

it('whether bindings conflict depends on the meaning of $mod on the platform', () => {
  const pair = [{ key: '$mod+k' }, { key: 'ctrl+k' }] as const
  expect([meetingOf(...pair, false), meetingOf(...pair, true)]).toEqual(['full', undefined])
})

describe('key conflict list', () => {
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

  it('a key conflict lists both commands, with the active command first', () => {
    expect(reported()).toEqual(['full: MUTE (m) before MAP (m)', 'partial: GO (g) before GO-SONGS (g s)'])
  })

  it('user bindings have priority over default bindings', () => {
    expect(reported({ map: ['m'], go: [], there: ['t'] })).toEqual(['shadow: MAP (m) before MUTE (m)'])
    expect(reported({ map: ['z'], mute: ['z'], go: [], here: [] })).toEqual(['full: MUTE (z) before MAP (z)'])
  })

  it('commands with the same key on different screens do not conflict', () => {
    expect(reported({ mute: [], go: [], here: ['h'] })).toEqual([])
    expect(reported({ mute: [], go: ['h'] })).toEqual([
      'shadow: GO (h) before HERE (h)',
      'shadow: GO (h) before THERE (h)',
    ])
  })

  it('two bindings of one command do not conflict', () => {
    expect(keyClashes([command('twice', ['x', 'x', 'x y'])], {})).toEqual([])
  })
})
