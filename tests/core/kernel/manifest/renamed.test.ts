// Names of 1.0: a plugin that uses one gets a message with the name to use instead.
import { expect, it } from 'vitest'
import * as sdk from '../../../../src/core/index.js'
import { insteadOf, oldNamesIn } from '../../../../src/core/kernel/manifest/renamed.js'
import renamed from '../../../../src/core/kernel/manifest/renamed.json' with { type: 'json' }

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
  [
    'import { MIDI_DEVICES, LOG_FILTER as f } from "@fretwork/sdk/plugins/midi-io"',
    [
      '"MIDI_DEVICES" of @fretwork/sdk/plugins/midi-io is gone: use MIDI_ACCESS.',
      '"LOG_FILTER" of @fretwork/sdk/plugins/midi-io is gone: it was internal, and has no replacement.',
    ],
  ],
  [
    'import*as $ from"@fretwork/sdk";$.placesOf($.EVENTS);a.$.placesOf;$.placesOf()',
    ['"placesOf" of @fretwork/sdk is gone: use positionsOf.'],
  ],
  ["export { placesOf } from '@fretwork/sdk'", ['"placesOf" of @fretwork/sdk is gone: use positionsOf.']],
  [
    '{"requires":["midi-file.practice"],"activateOn":["event:midi-file.song-opened"]}',
    [
      '"midi-file.practice" has another id now: use "player.playback-settings".',
      '"midi-file.song-opened" has another id now: use "player.song-opened".',
    ],
  ],
  ["import { placesOf } from './places.js'", []],
  ["import { positionsOf } from '@fretwork/sdk'", []],
])('%s', (script, sentences) => {
  expect(oldNamesIn(script)).toEqual(sentences)
})

it('lists only names that are gone, and what it names instead is there', () => {
  const gone = [...Object.keys(renamed.use), ...renamed.internal]
  expect(gone.filter(name => name in sdk)).toEqual([])
  expect(insteadOf('placesOf')).toBe('use positionsOf')
  expect('positionsOf' in sdk).toBe(true)
  expect(insteadOf('constructor')).toBeUndefined()
})
