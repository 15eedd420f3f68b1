import { describe, expect, it } from 'vitest'
import { SONG_READER } from '../../../src/plugins/midi-file/tokens.js'
import { MIDI_PLUGINS } from '../../../src/plugins/midi-plugins.js'
import { isAbc } from '../../../src/plugins/score-files/recognize.js'
import { openKernel } from '../../support/open-kernel.js'

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Repeated once with another ending, with a chord name, a grace note and a tuplet. */
const TUNE = `%abc-2.1
X: 1
T: Up and down
M: 3/4
L: 1/4
Q: 1/4=90
K: Dmaj
|: "D"D F A |1 d2 z :|2 {e}d (3ABc d |]
`

async function read(file: string | Uint8Array, name = 'tune.abc') {
  const { kernel } = await openKernel({ plugins: MIDI_PLUGINS, activate: ['midi-file'], midi: 'none' })
  return kernel.get(SONG_READER).read(typeof file === 'string' ? bytesOf(file) : file, name)
}

describe('a tune in ABC notation', () => {
  it('is a song with its title, tempo, meter and key', async () => {
    const { song } = await read(TUNE)
    expect(song.header).toMatchObject({
      name: 'Up and down',
      tempos: [{ bpm: expect.closeTo(90, 3) }],
      timeSignatures: [{ timeSignature: [3, 4] }],
      keySignatures: [{ key: 'D', scale: 'major' }],
    })
  })

  it('is played with its repeats and endings, and without an accompaniment from its chord names', async () => {
    const { song } = await read(TUNE)
    expect(song.tracks).toHaveLength(1)
    const beats = song.tracks[0]?.notes.map(({ midi, ticks }) => [ticks / song.header.ppq, midi])
    expect(beats?.slice(0, 7)).toEqual([
      ...[62, 66, 69, 74].map((midi, beat) => [beat, midi]),
      ...[62, 66, 69].map((midi, beat) => [6 + beat, midi]),
    ])
    // Grace note, note, triplet, note.
    expect(beats?.slice(7).map(([, midi]) => midi)).toEqual([76, 74, 69, 71, 73, 74])
  })

  it('has a track for each voice', async () => {
    const { song } = await read('X:1\nT:Two\nM:4/4\nL:1/4\nK:C\nV:1\nCDEF|\nV:2 bass\nC,4|\n')
    expect(song.tracks.map(({ notes }) => notes.map(({ midi }) => midi))).toEqual([[60, 62, 64, 65], [48]])
  })

  it('is the first of its book, which says how many there are', async () => {
    const { song, notes } = await read(`${TUNE}\nX:2\nT:Other\nK:C\nC|\n`)
    expect(song.header.name).toBe('Up and down')
    expect(notes).toMatchObject([
      { sentence: 'The file has {{number}} tunes. The first of them was opened.', values: { number: 2 } },
    ])
  })

  it('is known by its content, whatever the file is called', async () => {
    expect((await read(TUNE, 'tune.txt')).song.tracks).toHaveLength(1)
    expect(isAbc(bytesOf('e|--0--|\nB|--1--|\n'))).toBe(false)
    expect(isAbc(bytesOf('<score-partwise/>'))).toBe(false)
  })
})

it.each([
  ['is empty', 'abc_no_tune', ''],
  ['is something else', 'abc_no_tune', 'Dear diary,'],
  ['has a head without notes', 'abc_no_tune', 'X:1\nT:Nothing\nK:C\n'],
  ['has nothing but rests', 'abc_no_tune', 'X:1\nK:C\nz4|z4|\n'],
  ['is a library', 'abc_too_large', `X:1\nK:C\n${'CDEF|\n'.repeat(400_000)}`],
])('a file that is called .abc and %s is refused with %s', async (_, code, text) => {
  await expect(read(text)).rejects.toMatchObject({ code })
})
