import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { midiFile, oneNote } from '../plugins/midi-file/midi-bytes.js'
import { testFolder } from '../support/test-folder.js'
import { fretwork, recordsIn } from './run-program.js'

/** The note-off without a note-on causes a remark. */
const WITH_REMARK = midiFile(0, [
  [0, 0x90, 64, 100, 0x83, 0x60, 0x80, 64, 64, 0, 0x80, 10, 64, 0, 0xff, 0x2f, 0],
])
const otherNote = (file: readonly number[] | Uint8Array) =>
  Uint8Array.from(file, byte => (byte === 64 ? 65 : byte))
const { at, put } = testFolder({
  'songs/one.mid': oneNote,
  'songs/more/one.mid': WITH_REMARK,
  'songs/more/two.mid': WITH_REMARK,
})
const golden = (...words: string[]) => fretwork('replay', '--golden', at('golden/'), ...words)
const update = (...words: string[]) => golden('--update', ...words)
/** @param err part of the messages */
const ends = async (run: ReturnType<typeof golden>, code: number, err: string | RegExp = '') => {
  const ended = await run
  expect([ended.code, ended.err]).toEqual([code, expect.stringMatching(err)])
  return ended
}
const logs = async () =>
  (await readdir(at('golden'), { recursive: true })).filter(name => name.endsWith('.ndjson')).sort()
const ALL = ['songs/more/one.mid', 'songs/more/two.mid', 'songs/one.mid'].map(name => `${name}.golden.ndjson`)
const [MORE_ONE = '', MORE_TWO = '', ONE = ''] = ALL
const FLAT = 'one.mid.golden.ndjson'
/** Renames the log of songs/one.mid as in earlier versions, and removes its version. */
const flatten = async () => {
  await rename(at('golden', ONE), at('golden', FLAT))
  await writeFile(at('golden', FLAT), (await readFile(at('golden', FLAT), 'utf8')).replace(',"golden":2', ''))
}

describe('golden runs over folders', () => {
  it('a golden run accepts folders and patterns, and a log’s path does not depend on the other files', async () => {
    for (const name of ['songs/one.mid', 'songs/more/two.mid', 'songs/more/one.mid']) await update(at(name))
    expect(await logs()).toEqual(ALL)
    await ends(golden(at('songs')), 0, '3 of 3 match')
    await ends(golden(at('songs/*.mid')), 0, /^\S+songs\/one\.mid: matches its golden log \(3 events\)\n$/)
    await ends(golden(at('songs/**/one.mid')), 0, '2 of 2 match their golden logs.')
    await ends(golden(at('songs/*.gp')), 4, 'There are no files for')
  })

  it('a pattern matches neither golden logs nor files without a known extension', async () => {
    await update('--gzip', at('songs'))
    await update(at('songs/one.mid'))
    await put('README', 'Songs')
    await put('notes.bin', 'no song')
    for (const pattern of ['**', '**/*one*', '**/*.*'])
      expect([pattern, await golden('--json', at(pattern))]).toMatchObject([pattern, { code: 0, err: '' }])
    await ends(golden(at('golden/**/*.ndjson')), 4, 'There are no files for')
    await ends(golden(at('*.bin')), 3, 'notes.bin: ')
  })

  it('a golden log from an earlier version, named only after the file, is still found and moved', async () => {
    await update(at('songs/one.mid'))
    await rename(at('golden', ONE), at('golden', FLAT))
    await ends(golden(at('songs/one.mid')), 4)
    await rename(at('golden', FLAT), at('golden', ONE))
    await flatten()
    const { err } = await ends(golden(at('songs/one.mid')), 0)
    expect(err).not.toContain('no longer exists')
    await ends(update(at('songs/one.mid')), 0)
    expect(await logs()).toEqual(['songs/golden-reasons.ndjson', ONE])
    await ends(golden(at('songs/one.mid')), 0)
  })

  it('a golden log from an earlier version belongs to the song that it matches', async () => {
    await update(at('songs/one.mid'))
    await flatten()
    await put('songs/more/one.mid', otherNote(oneNote))
    const both = [at('songs/more/one.mid'), at('songs/one.mid')]
    await ends(
      golden(...both),
      4,
      /There is no golden log .*more.*\n.*songs\/one\.mid: matches its golden log/,
    )
    await ends(update(...both), 0)
    await ends(golden(...both), 0)
  })

  it('a file never uses or changes the golden log of another file with the same name', async () => {
    await put('one.mid', oneNote)
    await update(at('one.mid'))
    const own = await readFile(at('golden', FLAT), 'utf8')
    await ends(golden(at('songs/one.mid')), 4, 'There is no golden log')
    await rm(at('one.mid'))
    await put('songs/one.mid', otherNote(oneNote))
    await ends(update('--reason', 'other song', at('songs/one.mid')), 0, ONE)
    expect(await readFile(at('golden', FLAT), 'utf8')).toBe(own)
  })

  it('a golden run fails if a file with a golden log was removed', async () => {
    await update(at('songs'))
    await rm(at('songs/more/two.mid'))
    const sentence = `${at('golden', MORE_TWO)}: its file songs/more/two.mid no longer exists.`
    await ends(golden('--quiet', '--junit', at('report.xml'), at('songs/one.mid')), 6, sentence)
    expect(await readFile(at('report.xml'), 'utf8')).toContain('type="orphan"')
    const { out } = await golden('--json', at('songs'))
    expect(recordsIn(out)).toMatchObject(['equal', 'equal', 'orphan'].map(status => ({ status })))
  })

  it('a song outside the parent of the golden folder keeps its log while other songs are compared', async () => {
    const elsewhere = (...words: string[]) => fretwork('replay', '--golden', at('a/b/golden/'), ...words)
    await ends(elsewhere('--update', at('songs')), 0)
    await put('a/b/own/one.mid', oneNote)
    expect(await elsewhere('--update', '--quiet', at('a/b/own'))).toMatchObject({ code: 0, err: '' })
  })

  it('an unreadable or invalid song fails with --update and gets no golden log', async () => {
    await put('songs/bad.mid', 'no song')
    await ends(update(at('songs')), 3, 'No golden log was written.')
    expect(await logs()).toEqual(ALL)
    await put('songs/one.mid', 'no song')
    await ends(update('--reason', 'damaged', at('songs/one.mid')), 3)
    await ends(update(at('songs/one.mid/part.mid')), 3, 'part of the path is a file')
  })

  it('a golden log that expects a failure is compared and updated', async () => {
    const bad = at('songs/bad.mid')
    await update(at('songs/one.mid'))
    await put('songs/bad.mid', 'no song')
    await put('golden/songs/bad.mid.golden.ndjson', '{"fails":""}\n')
    await ends(golden(bad), 6)
    await ends(update('--reason', 'on purpose', bad), 0, 'bad.mid.golden.ndjson now expects this failure: ')
    await ends(golden(bad), 0, 'bad.mid: fails as expected')
    await put('songs/bad.mid', oneNote)
    await ends(golden(bad), 6, 'no longer fails as in')
    await put('songs/bad.mid', 'no song')
    await put('golden/songs/bad.mid.golden.ndjson', await readFile(at('golden', ONE)))
    await ends(golden(bad), 3)
  })

  it('a remark is printed once per run, and with --quiet only differences are printed', async () => {
    await update(at('songs'))
    const { err } = await golden(at('songs'))
    expect(err.match(/2 files, such as \S+more\/one\.mid: /g)).toHaveLength(1)
    const quiet = (...words: string[]) => golden('--quiet', ...words, at('songs/more/one.mid'))
    for (const words of [[], ['--json'], ['--format', 'text'], ['--format', 'json']])
      expect(await quiet(...words)).toEqual({ code: 0, out: '', err: '' })
    await put('songs/more/one.mid', otherNote(WITH_REMARK))
    expect((await quiet()).err).toMatch(/^\S+songs\/more\/one\.mid differs from /)
    expect(recordsIn((await quiet('--json')).out)).toMatchObject([{ status: 'different' }])
    expect(await logs()).toContain(MORE_ONE)
  })
})
