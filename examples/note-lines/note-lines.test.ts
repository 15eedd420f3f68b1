import { SONG_IMPORTS } from '@fretwork/sdk/plugins/library'
import { SONG_FORMATS } from '@fretwork/sdk/plugins/midi-file'
import { SONG_SESSION } from '@fretwork/sdk/plugins/player'
import { REPLAYER } from '@fretwork/sdk/plugins/replay'
import { createTestKernel, expectNoLeaks, memoryPlatform } from '@fretwork/sdk/testing'
import { PLUGINS as BUILT_IN } from '@fretwork/sdk/testing/plugins'
import { describe, expect, it } from 'vitest'
import noteLines from './index.js'
import { readNoteLines } from './read-note-lines.js'

const TUNE = 'notes 120\nE4 1   # one beat\n- 2\nB3 0.5\n'
const bytesOf = (text: string) => new TextEncoder().encode(text)
const fileOf = (name: string, text: string) => ({
  name,
  size: text.length,
  bytes: async () => bytesOf(text),
})

describe('readNoteLines', () => {
  it('notes are placed one after another at the tempo from the first line', () => {
    const { song, remarks } = readNoteLines(TUNE)
    expect(song.tracks[0]?.notes).toEqual([
      { midi: 64, time: 0, duration: 0.5 },
      { midi: 59, time: 1.5, duration: 0.25 },
    ])
    expect(remarks).toEqual([])
  })

  it.each([
    ['E4 1', 'The first line has to say “notes” and the tempo, for example: notes 90'],
    ['notes 0\nE4 1', 'The first line has to say “notes” and the tempo, for example: notes 90'],
    ['notes 90\n\nH4 1', 'Line 3 has to name a note, or a hyphen for a rest: “H4” is neither.'],
    ['notes 90\nE4', 'Line 2 has to give a length in beats behind the note: “” is none.'],
    ['notes 90\nE4 -1', 'Line 2 has to give a length in beats behind the note: “-1” is none.'],
  ])('an invalid line is reported with its number: %j', (text, sentence) => {
    expect(() => readNoteLines(text)).toThrow(sentence)
  })

  it('the number of ignored words is reported', () => {
    expect(readNoteLines('notes 90\nE4 1 la la').remarks).toMatchObject([{ values: { number: 2 } }])
  })
})

describe('note-lines plugin', () => {
  it('the plugin opens a text file as a song and stays inactive until then', async () => {
    const kernel = await createTestKernel({ plugins: [...BUILT_IN, noteLines] })
    await kernel.host.trigger('route:/fretboard')
    expect(kernel.host.state('note-lines')?.status).toBe('registered')
    const session = kernel.get(SONG_SESSION)
    const imports = kernel.get(SONG_IMPORTS)
    const open = (name: string, text: string) =>
      imports.take([fileOf(name, text)], { keep: false, open: true })
    expect(await open('my tune.notes', TUNE)).toBe(true)
    expect(session.view.getState().song).toMatchObject({ title: 'my tune', lengthMs: 1750 })
    expect(await open('tune.txt', 'notes 90\nH 1')).toBe(false)
    expect(imports.view.getState()[0]?.problem).toMatchObject({
      code: 'note_lines_note',
      source: 'note-lines',
    })
    await kernel.host.disable('note-lines')
    expect(
      kernel.host
        .extensionsOf(SONG_FORMATS)
        .getState()
        .map(({ id }) => id),
    ).not.toContain('note-lines')
    expectNoLeaks(kernel)
  })

  it('the plugin imports note lines for a replay without a screen', async () => {
    const kernel = await createTestKernel({
      plugins: [...BUILT_IN, noteLines],
      platform: memoryPlatform({ host: 'node' }),
    })
    await kernel.host.activate('diagnostics')
    const source = await (await kernel.get(REPLAYER)()).open(bytesOf(TUNE))
    expect(source.lengthMs).toBe(1750)
    expectNoLeaks(kernel)
  })
})
