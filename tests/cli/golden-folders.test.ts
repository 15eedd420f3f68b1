import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { midiFile, oneNote } from '../plugins/midi-file/midi-bytes.js'
import { testFolder } from '../support/test-folder.js'
import { fretwork, recordsIn } from './run-program.js'

/** The note-off without a note-on causes a remark. */
const WITH_REMARK = midiFile(0, [
  [0, 0x90, 64, 100, 0x83, 0x60, 0x80, 64, 64, 0, 0x80, 10, 64, 0, 0xff, 0x2f, 0],
])
const { at } = testFolder({
  'songs/one.mid': oneNote,
  'songs/more/one.mid': WITH_REMARK,
  'songs/more/two.mid': WITH_REMARK,
})
const golden = (...words: string[]) => fretwork('replay', '--golden', at('golden/'), ...words)
const keep = (...words: string[]) => golden('--update', ...words)
const logs = async () =>
  (await readdir(at('golden'), { recursive: true })).filter(name => name.endsWith('.ndjson')).sort()
const ALL = ['songs/more/one.mid', 'songs/more/two.mid', 'songs/one.mid'].map(name => `${name}.golden.ndjson`)

describe('golden runs over folders', () => {
  it('a golden run takes folders and patterns', async () => {
    expect((await keep(at('songs'))).code).toBe(0)
    expect(await logs()).toEqual(ALL)
    expect((await golden(at('songs/*.mid'))).err).toMatch(
      /^\S+songs\/one\.mid: matches its golden log \(3 events\)\n$/,
    )
    expect((await golden(at('songs/**/one.mid'))).err).toContain('2 of 2 match their golden logs.')
    expect(await golden(at('songs/*.gp'))).toMatchObject({
      code: 4,
      err: expect.stringContaining('There are no files for'),
    })
  })

  it('a pattern takes neither golden logs nor files without a known extension', async () => {
    await keep('--gzip', at('songs'))
    await keep(at('songs/one.mid'))
    await writeFile(at('README'), 'Songs')
    await writeFile(at('notes.bin'), 'no song')
    for (const pattern of ['**', '**/*one*', '**/*.*'])
      expect([pattern, await golden('--json', at(pattern))]).toEqual([
        pattern,
        expect.objectContaining({ code: 0, err: '' }),
      ])
    expect((await golden(at('golden/**/*.ndjson'))).err).toContain('There are no files for')
    expect((await golden(at('*.bin'))).err).toContain('notes.bin: ')
  })

  it('the place of a golden log does not depend on the other files', async () => {
    for (const name of ['songs/one.mid', 'songs/more/two.mid', 'songs/more/one.mid']) await keep(at(name))
    expect(await logs()).toEqual(ALL)
    expect((await golden(at('songs'))).code).toBe(0)
  })

  it('a golden log of an earlier version, named after the file only, is still found', async () => {
    await keep(at('songs/one.mid'))
    const [own, flat] = [at('golden', ALL[2] ?? ''), at('golden/one.mid.golden.ndjson')]
    await rename(own, flat)
    expect((await golden(at('songs/one.mid'))).code).toBe(4)
    await writeFile(flat, (await readFile(flat, 'utf8')).replace(',"golden":2', ''))
    expect(await golden(at('songs/one.mid'))).toMatchObject({
      code: 0,
      err: expect.not.stringContaining('no longer exists'),
    })
    expect((await keep(at('songs/one.mid'))).code).toBe(0)
    expect(await logs()).toEqual(['songs/golden-reasons.ndjson', ALL[2]])
    expect((await golden(at('songs/one.mid'))).code).toBe(0)
  })

  it('a flat golden log of an earlier version belongs to the song that it matches', async () => {
    await keep(at('songs/one.mid'))
    const flat = at('golden/one.mid.golden.ndjson')
    await rename(at('golden', ALL[2] ?? ''), flat)
    await writeFile(flat, (await readFile(flat, 'utf8')).replace(',"golden":2', ''))
    const other = oneNote.map(byte => (byte === 64 ? 65 : byte))
    await writeFile(at('songs/more/one.mid'), other)
    expect(await golden(at('songs/more/one.mid'), at('songs/one.mid'))).toMatchObject({
      code: 4,
      err: expect.stringMatching(
        /There is no golden log .*more.*\n.*songs\/one\.mid: matches its golden log/,
      ),
    })
    expect((await keep(at('songs/more/one.mid'), at('songs/one.mid'))).code).toBe(0)
    expect(await golden(at('songs/more/one.mid'), at('songs/one.mid'))).toMatchObject({ code: 0 })
  })

  it('a file never takes or changes the golden log of another file with its name', async () => {
    await writeFile(at('one.mid'), oneNote)
    await keep(at('one.mid'))
    const own = await readFile(at('golden/one.mid.golden.ndjson'), 'utf8')
    expect(await golden(at('songs/one.mid'))).toMatchObject({
      code: 4,
      err: expect.stringContaining('There is no golden log'),
    })
    await rm(at('one.mid'))
    await writeFile(
      at('songs/one.mid'),
      oneNote.map(byte => (byte === 64 ? 65 : byte)),
    )
    expect((await keep('--reason', 'other song', at('songs/one.mid'))).err).toContain(ALL[2])
    expect(await readFile(at('golden/one.mid.golden.ndjson'), 'utf8')).toBe(own)
  })

  it('a golden run fails if a file with a golden log was removed', async () => {
    await keep(at('songs'))
    await rm(at('songs/more/two.mid'))
    const { code, err } = await golden('--quiet', '--junit', at('report.xml'), at('songs/one.mid'))
    expect(await readFile(at('report.xml'), 'utf8')).toContain('type="orphan"')
    expect([code, err]).toEqual([
      6,
      expect.stringContaining(`${at('golden', ALL[1] ?? '')}: its file songs/more/two.mid no longer exists.`),
    ])
    const { out } = await golden('--json', at('songs'))
    expect(recordsIn<{ status: string }>(out).map(({ status }) => status)).toEqual([
      'equal',
      'equal',
      'orphan',
    ])
  })

  it('a song outside the parent of the golden folder keeps its log while other songs are compared', async () => {
    const elsewhere = (...words: string[]) => fretwork('replay', '--golden', at('a/b/golden/'), ...words)
    expect((await elsewhere('--update', at('songs'))).code).toBe(0)
    await mkdir(at('a/b/own'))
    await writeFile(at('a/b/own/one.mid'), oneNote)
    expect(await elsewhere('--update', '--quiet', at('a/b/own'))).toMatchObject({ code: 0, err: '' })
  })

  it('an invalid song fails with --update and gets no golden log', async () => {
    await writeFile(at('songs/bad.mid'), 'no song')
    const { code, err } = await keep(at('songs'))
    expect([code, err]).toEqual([3, expect.stringContaining('No golden log was written.')])
    expect(await logs()).toEqual(ALL)
    await writeFile(at('songs/one.mid'), 'no song')
    expect((await keep('--reason', 'damaged', at('songs/one.mid'))).code).toBe(3)
  })

  it('a golden log that expects a failure is compared and updated', async () => {
    await keep(at('songs'))
    await writeFile(at('songs/bad.mid'), 'no song')
    await writeFile(at('golden/songs/bad.mid.golden.ndjson'), '{"fails":""}\n')
    expect((await golden(at('songs'))).code).toBe(6)
    expect((await keep('--reason', 'damaged on purpose', at('songs'))).err).toContain(
      'bad.mid.golden.ndjson now expects this failure: ',
    )
    expect(await golden(at('songs'))).toMatchObject({
      code: 0,
      err: expect.stringContaining('bad.mid: fails as expected'),
    })
    await writeFile(at('songs/bad.mid'), oneNote)
    expect(await golden(at('songs'))).toMatchObject({
      code: 6,
      err: expect.stringContaining('no longer fails as in'),
    })
    await writeFile(at('songs/bad.mid'), 'no song')
    await writeFile(at('golden/songs/bad.mid.golden.ndjson'), await readFile(at('golden', ALL[2] ?? '')))
    expect((await golden(at('songs'))).code).toBe(3)
  })

  it('a file that the system cannot read gets no golden log', async () => {
    const { code, err } = await keep(at('songs/one.mid/part.mid'), at('songs/one.mid'))
    expect([code, err]).toEqual([3, expect.stringContaining('part of the path is a file')])
    expect(await logs()).toEqual(ALL.slice(2))
  })

  it('a remark is printed once per run, and with --quiet only differences are printed', async () => {
    await keep(at('songs'))
    const { err } = await golden(at('songs'))
    expect(err.match(/2 files, such as \S+more\/one\.mid: /g)).toHaveLength(1)
    const quiet = (...words: string[]) => golden('--quiet', ...words, at('songs'))
    for (const words of [[], ['--json'], ['--format', 'text'], ['--format', 'json']])
      expect(await quiet(...words)).toEqual({ code: 0, out: '', err: '' })
    await writeFile(
      at('songs/one.mid'),
      WITH_REMARK.map(byte => (byte === 64 ? 65 : byte)),
    )
    expect((await quiet()).err).toMatch(/^\S+songs\/one\.mid differs from /)
    expect(recordsIn((await quiet('--json')).out)).toMatchObject([{ status: 'different' }])
  })

  it('a golden run does not wait for the music', async () => {
    await mkdir(at('long'))
    await writeFile(
      at('long/hour.mid'),
      midiFile(0, [[0, 0x90, 60, 100, 0x83, 0xff, 0x7f, 0x80, 60, 64, 0, 0xff, 0x2f, 0]]),
    )
    const began = performance.now()
    expect((await keep(at('long'))).code).toBe(0)
    expect(performance.now() - began).toBeLessThan(20_000)
  })
})
