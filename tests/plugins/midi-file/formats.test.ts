// Plugin song formats: in the file dialog, detection by content and extension, and replay without a screen.
import { describe, expect, it, vi } from 'vitest'
import { ARRIVING } from '../../../src/core/kernel/plugin-state.js'
import type { Kernel } from '../../../src/core/kernel/tokens.js'
import { FretworkError } from '../../../src/core/platform/fretwork-error.js'
import { SentenceError } from '../../../src/core/platform/phrases.js'
import replay from '../../../src/plugins/diagnostics/index.js'
import { REPLAYER } from '../../../src/plugins/diagnostics/tokens.js'
import { SONG_IMPORTS, type SongFile } from '../../../src/plugins/library/tokens.js'
import midiFile from '../../../src/plugins/midi-file/index.js'
import { SONG_FORMATS, SONG_READER, type SongFormat } from '../../../src/plugins/midi-file/tokens.js'
import midiIo from '../../../src/plugins/midi-io/index.js'
import scoreFiles from '../../../src/plugins/score-files/index.js'
import { makePlugin } from '../../core/kernel/make-plugin.js'
import { openKernel } from '../../support/open-kernel.js'
import { songKernel } from '../player/song-kernel.js'
import { fileOf } from '../player/songs.js'

const text = (words: string) => new TextEncoder().encode(words)
const ONE_NOTE = { tracks: [{ notes: [{ midi: 64, time: 0, duration: 0.5 }] }] }

/** Format for files that start with `tune`. */
const tunes: SongFormat = {
  id: 'tune',
  title: 'Tunes',
  extensions: ['.tune'],
  looksLike: bytes => new TextDecoder().decode(bytes.subarray(0, 4)) === 'tune',
  read: () => ({
    song: ONE_NOTE,
    remarks: [{ sentence: 'Words left out: {{number}}.', values: { number: 2 } }],
  }),
}

const formats = (...added: readonly SongFormat[]) =>
  makePlugin(
    'tunes',
    { title: 'Tunes', activateOn: ['event:midi-file.song-wanted'] },
    {
      activate: ({ extend }) => {
        for (const format of added) extend(SONG_FORMATS, format)
      },
    },
  )

async function opened(format: SongFormat, name: string, content: Uint8Array) {
  const { kernel, notices, session } = await songKernel({ more: [formats(format)] })
  await openIn(kernel, fileOf(name, content))
  const [imported] = kernel.get(SONG_IMPORTS).view.getState()
  return { kernel, notices, view: { ...session.view.getState(), problem: imported?.problem } }
}

const openIn = (kernel: Kernel, file: SongFile) =>
  kernel.get(SONG_IMPORTS).take([file], { keep: false, open: true })

describe('plugin song formats', () => {
  it('a song format recognizes files by content, and its plugin starts only then', async () => {
    const { kernel, session } = await songKernel({ more: [formats(tunes)] })
    expect(kernel.host.state('tunes')?.status).toBe('registered')
    expect(await openIn(kernel, fileOf('whatever.txt', text('tune of mine')))).toBe(true)
    expect(kernel.host.state('tunes')?.status).toBe('active')
    const { song } = session.view.getState()
    expect(song).toMatchObject({
      ...{ title: 'whatever.txt', lengthMs: 500, tracks: [{ notes: 1, playable: true }] },
    })
    expect(song?.notes).toMatchObject([{ message: 'Words left out: 2.', source: 'tunes' }])
  })

  it('a file dropped while external plugins start is refused only if none of them reads it', async () => {
    const { kernel, session } = await songKernel()
    kernel.commands.setContext(ARRIVING, true)
    const opening = openIn(kernel, fileOf('a.tune', text('tune')))
    const refused = kernel.get(SONG_READER).read(text('Dear diary'), 'diary.txt')
    await kernel.get(SONG_READER).summarize(text(JSON.stringify(ONE_NOTE)), 'own.json')
    kernel.host.add({ ...formats(tunes), activateOn: ['startup'] })
    await kernel.host.trigger('startup')
    kernel.commands.setContext(ARRIVING, undefined)
    expect(await opening).toBe(true)
    expect(session.view.getState().song?.title).toBe('a')
    await expect(refused).rejects.toMatchObject({ code: 'not_midi' })
  })

  it('a song format’s own message explains why a file cannot be read', async () => {
    const read = () => {
      throw new SentenceError('tune_line', 'Line {{line}} names no note.', { line: 3 })
    }
    const { view, notices } = await opened({ ...tunes, read }, 'a.tune', text('tune'))
    const problem = { sentence: 'Line {{line}} names no note.', values: { line: 3 }, source: 'tunes' }
    expect(view.problem).toEqual({ file: 'a.tune', code: 'tune_line', ...problem })
    // The page shows the problem, so no notice appears.
    expect(notices).toEqual([])
  })

  it.each([
    [
      'a FretworkError without values',
      new FretworkError('tune_old', 'This tune is too old.'),
      'This tune is too old.',
    ],
    [
      'an unexpected error',
      new TypeError('x is undefined'),
      '“Tunes” can’t read this file: x is undefined. Choose another file.',
    ],
  ])(
    'a song format that throws %s stays registered, and the file is reported',
    async (_, thrown, sentence) => {
      const read = vi.fn(() => {
        throw thrown
      })
      const { kernel, view } = await opened({ ...tunes, read }, 'a.tune', text('tune'))
      const { problem } = view
      expect(
        kernel.translator.t(problem?.source ?? 'midi-file', problem?.sentence ?? '', problem?.values),
      ).toBe(sentence)
      expect(kernel.host.state('tunes')?.status).toBe('active')
    },
  )

  it.each([
    [undefined, 'its top'],
    [{ song: { tracks: [{ notes: [{ midi: 200, time: 0 }] }] } }, 'tracks.0.notes.0.midi'],
  ])('a song format that returns no valid song is reported with the path: %o', async (reading, path) => {
    const { view } = await opened({ ...tunes, read: () => reading as never }, 'a.tune', text('tune'))
    expect(view.problem).toMatchObject({ code: 'format_no_song', values: { plugin: 'Tunes', path } })
    expect(view.song).toBeUndefined()
  })

  it.each(['x.musicxml', 'x.GP5', 'x.gp8', 'x.abc'])(
    'with Score files disabled, %s names the plugin',
    async name => {
      const { kernel } = await songKernel({ more: [scoreFiles] })
      await kernel.host.disable('score-files')
      const read = (file: string) => kernel.get(SONG_READER).read(text('Dear diary'), file)
      await expect(read(name)).rejects.toMatchObject({
        code: 'format_disabled',
        values: { plugin: 'Score files' },
      })
      await expect(read('x.mid')).rejects.toMatchObject({ code: 'not_midi' })
    },
  )

  const zipOf = (...names: readonly string[]) => `PK\u0003\u0004x${names.join('\n')}PK\u0005\u0006\0\0`
  const tab = 'e|--0--2--|\nB|--1--3--|\nG|--0--2--|\nD|--2--0--|\n'
  it.each([
    ['other_recording', ['ID3\u0004', '\xff\xfbx', 'RIFF....WAVE', 'OggS', 'FORM....AIFF', '....ftypM4A ']],
    ['other_video', ['....ftypisom', 'RIFF....AVI ', '\x1aE\xdf\xa3']],
    ['other_picture', ['\x89PNG\r\n', '\xff\xd8\xff\xe0', '<?xml version="1.0"?>\n<svg ']],
    ['other_document', ['%PDF-1.7', '{\\rtf1', zipOf('word/document.xml'), zipOf('mimetype', 'a.opf')]],
    ['other_page', ['\n<!DOCTYPE html>', '<!-- login --><html lang="en">']],
    ['other_archive', ['Rar!', '7z\xbc\xaf', zipOf('a.mid'), '\x1f\x8bx']],
    [
      'other_program',
      ['<?xml version="1.0"?><museScore version="4">', zipOf('META-INF/container.xml', 'a.mscx')],
    ],
    [
      'other_program',
      ['ENIGMA BINARY FILE', '\x0fSIBELIUS', 'ptab', '\x1b\0T\0u\0x\0G\0u\0i\0t\0a\0r', 'SCOW'],
    ],
    ['other_guitar_pro', ['\x18FICHIER GUITAR PRO v2.21']],
    ['other_tablature', [tab, tab.replace(/^./gm, '')]],
    ['midi_empty', ['', ' \n', '\0\0']],
    ['not_midi', ['Dear diary', '\x90<@']],
  ])('song files of other types are recognized: %s', async (code, files) => {
    const read = () => Promise.reject(new SentenceError('not_midi', 'Damaged.'))
    const { kernel } = await songKernel({ more: [formats({ ...tunes, read })] })
    for (const file of files) {
      const bytes = Uint8Array.from(file, letter => letter.charCodeAt(0))
      for (const name of ['a.mid', 'a.tune'])
        await expect(kernel.get(SONG_READER).read(bytes, name), file).rejects.toMatchObject({ code })
    }
  })

  it('a replay without a screen can use a plugin’s song format', async () => {
    const plugins = [midiIo, midiFile, replay, formats({ ...tunes, looksLike: undefined })]
    const { kernel } = await openKernel({ plugins, host: 'node', activate: ['diagnostics'] })
    const { events, notes, name } = await (await kernel.get(REPLAYER)()).open(text('x'), 'Air.tune')
    expect(events.filter(({ raw }) => raw[0] === 0x90)).toHaveLength(1)
    expect([notes, name]).toEqual([['Words left out: 2.'], 'Air'])
  })
})
