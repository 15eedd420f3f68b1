// Names of 1.0: a plugin that uses one gets a message with the name to use instead.
import { expect, it } from 'vitest'
import * as sdk from '../../../../src/core/index.js'
import { insteadOf, oldNamesIn, RENAMED } from '../../../../src/core/kernel/manifest/renamed.js'

it.each([
  [
    'import{placesOf as e,EVENTS as t}from"@fretwork/sdk";',
    ['"placesOf" of @fretwork/sdk is gone: use positionsOf.'],
  ],
  [
    "import { type KeptSong, SONG_SESSION } from '@fretwork/sdk/plugins/midi-file'",
    [
      '"KeptSong" of @fretwork/sdk/plugins/midi-file is gone: use LibrarySong of @fretwork/sdk/plugins/library.',
      '"SONG_SESSION" of @fretwork/sdk/plugins/midi-file is gone: import SONG_SESSION of @fretwork/sdk/plugins/player.',
    ],
  ],
  ["import { SONG_SESSION } from '@fretwork/sdk/plugins/player'", []],
  [
    "import { GUEST } from '@fretwork/sdk/plugins/fretboard'",
    ['"GUEST" of @fretwork/sdk/plugins/fretboard is gone: it was internal, and has no replacement.'],
  ],
  ["import { placesOf } from './places.js'", []],
  ["import { positionsOf } from '@fretwork/sdk'", []],
])('%s', (script, sentences) => {
  expect(oldNamesIn(script)).toEqual(sentences)
})

it('lists only names that are gone, and what it names instead is there', () => {
  expect(Object.keys(RENAMED).filter(name => name in sdk)).toEqual([])
  expect(insteadOf('placesOf')).toBe('use positionsOf')
  expect('positionsOf' in sdk).toBe(true)
  expect(insteadOf('constructor')).toBeUndefined()
})
