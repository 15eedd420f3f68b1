import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { chunk, oneNote } from '../plugins/midi-file/midi-bytes.js'
import { testFolder } from '../support/test-folder.js'
import { fretwork } from './run-program.js'

const { at } = testFolder({ 'one.mid': oneNote, 'broken.mid': 'hello' }, true)
const song = (...words: string[]) => fretwork('song', ...words)

describe('fretwork song', () => {
  it('song info prints a summary as text or JSON', async () => {
    const { code, out } = await song('info', at('one.mid'))
    expect(code).toBe(0)
    expect(out).toContain('tempo:          120 bpm\n')
    expect(out).toMatch(/^ {2}1 {2}ch 1 {3}1 note {2}E4 to E4 {2}acoustic grand piano$/m)
    const summary = JSON.parse((await song('info', '--json', at('one.mid'))).out)
    expect(summary).toMatchObject({ lengthMs: 500, bpm: 120, notes: 1 })
  })

  it('song info shows initial values and counts later values as changes', async () => {
    await song('convert', at('one.mid'), at('late.json'))
    const json = JSON.parse(await readFile(at('late.json'), 'utf8'))
    json.header.tempos = [90, 150].map(bpm => ({ bpm, ticks: 0 })).concat({ bpm: 60, ticks: 1920 })
    json.header.timeSignatures = [{ ticks: 1920, timeSignature: [3, 4], measures: 1 }]
    json.header.keySignatures = [
      { ticks: 0, key: 'C', scale: 'major' },
      { ticks: 0, key: 'Db', scale: 'minor' },
      { ticks: 960, key: 'D', scale: 'major' },
    ]
    await writeFile(at('late.json'), JSON.stringify(json))
    const summary = JSON.parse((await song('info', '--json', at('late.json'))).out)
    expect(summary).toMatchObject({ bpm: 150, tempoChanges: 1, key: 'Bb minor' })
    expect(summary).not.toHaveProperty('meter')
  })

  it('song diff describes differences in words and exits with code 6', async () => {
    const read = async (name: string) => JSON.parse(await readFile(at(name), 'utf8'))
    const diff = (first: string, second: string) => song('diff', at(first), at(second))
    await song('convert', at('one.mid'), at('a.json'))
    const json = await read('a.json')
    const write = (name: string, volume: number, bend: number, bpm: number) => {
      json.header.tempos = [120, bpm].map((each, index) => ({
        bpm: each,
        ticks: index * json.header.ppq * 4,
      }))
      json.tracks[0].controlChanges = { 7: [{ number: 7, time: 0, value: volume }] }
      json.tracks[0].pitchBends = [{ time: 0.25, value: bend }]
      return writeFile(at(name), JSON.stringify(json))
    }
    await write('b.json', 0.1, 0, 90)
    await write('c.json', 0.9, 0.5, 100)
    expect(await diff('b.json', 'c.json')).toMatchObject({
      code: 6,
      out: `The tempo changes differ from beat 5 on.
Track 1: controller 7 at 0:00.000 has another value or time.
Track 1: the bend at 0:00.250 has another value or time.
`,
    })
    expect((await diff('b.json', 'b.json')).code).toBe(0)
    const other = await read('a.json')
    other.header.tempos = [{ bpm: 90, ticks: 0 }]
    other.tracks[0].notes[0].velocity = 0.1
    other.tracks[0].notes.push({ midi: 67, time: 1.5, duration: 0.25 })
    await writeFile(at('other.json'), JSON.stringify(other))
    expect(await diff('one.mid', 'other.json')).toMatchObject({
      code: 6,
      out: `The tempo is 120 bpm in the first and 90 bpm in the second.
Track 1: G4 at 0:01.500 is only in the second.
Track 1: E4 at 0:00.000 has a different velocity.
`,
    })
  })

  it('song validate reports the invalid file among several', async () => {
    const { code, out, err } = await song(
      'validate',
      at('one.mid'),
      at('broken.mid'),
      '--junit',
      at('songs.xml'),
    )
    expect({ code, out }).toEqual({ code: 3, out: `${at('one.mid')}: is a song\n` })
    expect(err).toMatch(/broken\.mid: Can’t open this file: its format is unknown/)
    expect(await readFile(at('songs.xml'), 'utf8')).toContain('tests="2" failures="1"')
    expect((await song('validate', at('none.mid'))).code).toBe(4)
  })

  it('song repair restores a damaged MIDI file and reports the removed parts', async () => {
    await writeFile(at('damaged.mid'), Uint8Array.of(...oneNote, ...chunk('XFIH', [1])))
    const { code, err } = await song('info', at('damaged.mid'))
    expect({ code, err }).toMatchObject({ code: 3, err: expect.stringContaining('fretwork song repair') })
    expect((await song('repair', at('damaged.mid'), at('repaired.mid'))).err).toBe(
      `${at('damaged.mid')}: Unknown chunks (XFIH) were ignored.\n`,
    )
    expect(await song('diff', at('one.mid'), at('repaired.mid'))).toEqual({ code: 0, out: '', err: '' })
    expect((await song('repair', at('broken.mid'), at('none.mid'))).code).toBe(3)
    expect((await song('repair', at('damaged.mid'), at('none.json'))).code).toBe(2)
  })

  it('song convert rejects an unknown file extension before reading the song', async () => {
    expect(await song('convert', at('none.mid'), 'song.pdf')).toMatchObject({
      code: 2,
      err: 'Can\'t write "song.pdf": its name must end with one of .mid, .midi, .json, .musicxml, .mxl, .xml, .gp, .txt.\n',
    })
  })

  it('song convert reports a song that MIDI can’t store and writes no file', async () => {
    const notes = [{ midi: 64, time: 6104, duration: 1 }]
    await writeFile(at('far.json'), JSON.stringify({ header: { ppq: 32_767 }, tracks: [{ notes }] }))
    expect(await song('convert', at('far.json'), at('far.mid'))).toMatchObject({
      code: 3,
      err: expect.stringMatching(
        /far\.json: The interval between two MIDI file events cannot be 400\d{6} ticks\.\n$/,
      ),
    })
    expect(existsSync(at('far.mid'))).toBe(false)
  })

  it('song convert overwrites neither an existing file nor its input without --force', async () => {
    await writeFile(at('there.json'), 'mine')
    for (const target of [at('one.mid'), at('there.json')])
      expect(await song('convert', at('one.mid'), target)).toMatchObject({
        code: 2,
        err: `"${target}" already exists. Use --force to replace it.\n`,
      })
    expect([...(await readFile(at('one.mid')))]).toEqual([...oneNote])
    expect(await readFile(at('there.json'), 'utf8')).toBe('mine')
    expect(await song('convert', '--force', at('one.mid'), at('there.json'))).toMatchObject({ code: 0 })
    expect(await song('info', at('there.json'))).toMatchObject({ code: 0 })
  })
})
