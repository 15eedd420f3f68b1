import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { replayFiles } from '../../cli/replay/command.js'
import { LOG_FORMAT, LOG_VERSION, readLogFile, writeLogFile } from '../../src/core/music/midi/log-file.js'
import { midiFile, oneNote } from '../plugins/midi-file/midi-bytes.js'
import { BUILT_CLI } from '../support/built.js'
import { testFolder } from '../support/test-folder.js'
import { fretwork } from './run-program.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PRELUDE = join(ROOT, '../shared/data/midi/BWV1007Prelude.mid')

const { at, put: fileOf } = testFolder({}, true)

/** In a process of its own: for signals, pipes and standard input. */
function start(...words: string[]) {
  const program = spawn(process.execPath, [BUILT_CLI, 'replay', ...words], {
    cwd: at(),
    env: process.env,
  })
  const said = { out: '', error: '' }
  program.stdout.setEncoding('utf8').on('data', text => {
    said.out += text
  })
  program.stderr.setEncoding('utf8').on('data', text => {
    said.error += text
  })
  const ended = once(program, 'close').then(([code]) => ({ code, ...said }))
  return { program, said, ended }
}

const replay = (...words: string[]) => fretwork('replay', ...words)

/** A note that begins at once and ends a minute later. */
const LONG_NOTE = midiFile(0, [[0, 0x90, 64, 100, 0x83, 0xc1, 0x00, 0x80, 64, 64, 0, 0xff, 0x2f, 0]])

describe('fretwork replay', () => {
  it('prints a song as text, its times counted from the beginning', async () => {
    const path = await fileOf('one.mid', oneNote)
    const { code, out, err } = await replay('--fast', path)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out.split('\n')).toEqual([
      '00:00:00:000  file  ch 1   programchange  1',
      '00:00:00:000  file  ch 1   on   E4     64  0.79',
      '00:00:00:500  file  ch 1   off  E4     64  0.50',
      '',
    ])
  })

  it('replays what it printed to the very same events, from a file and from standard input', async () => {
    const song = await fileOf('song.mid', oneNote)
    const first = await replay('--fast', '--format', 'ndjson', song)
    const again = await replay('--fast', '--format', 'ndjson', await fileOf('log.ndjson', first.out))
    expect(again.out).toBe(first.out)
    const { program, ended } = start('--fast', '--format', 'ndjson', '-')
    program.stdin.end(first.out)
    expect((await ended).out).toBe(first.out)
    expect(readLogFile(first.out).events).toHaveLength(3)
  })

  it('gives an exported log back as it was, with its octave offset', async () => {
    const { out } = await replay('--fast', '--format', 'ndjson', await fileOf('source.mid', oneNote))
    const log = readLogFile(out)
    const raised = log.events.map(event =>
      event.kind === 'note'
        ? { ...event, key: event.key + 40, portId: 'GK-3', note: 'GK-3:1:64', name: 'E5', octave: 5 }
        : event,
    )
    const settings = { ...log.settings, midi: { midiOctaveOffset: 1 } }
    const path = await fileOf('export.json', writeLogFile({ ...log, settings, events: raised }))
    const replayed = await replay('--fast', '--format', 'ndjson', path)
    expect(readLogFile(replayed.out).events).toEqual(raised)
    expect(existsSync(at('cli.json'))).toBe(false)
  })

  it.skipIf(!existsSync(PRELUDE))('replays a real song to its end (needs ../shared/data)', async () => {
    const { code, out } = await replay('--fast', '--format', 'ndjson', PRELUDE)
    expect(code).toBe(0)
    const { events } = readLogFile(out)
    const on = events.filter(event => event.kind === 'note' && event.on)
    const off = events.filter(event => event.kind === 'note' && !event.on)
    expect(on.length).toBeGreaterThan(500 / 2)
    expect(off).toHaveLength(on.length)
  })

  it('ends on SIGTERM with 143, and ends the note that sounds', async () => {
    const { program, ended } = start(await fileOf('ended.mid', LONG_NOTE))
    await heard(program.stdout, ' on ')
    program.kill('SIGTERM')
    const end = await ended
    expect({ code: end.code, error: end.error }).toEqual({ code: 143, error: '' })
    expect(end.out.trimEnd().split('\n').at(-1)).toMatch(/ off {2}E4 /)
  })

  it('stays JSON where Ctrl-C ends the first of two files', async () => {
    const path = await fileOf('two.mid', LONG_NOTE)
    const { program, ended } = start('--format', 'json', path, path)
    await heard(program.stdout, '"programchange"')
    program.kill('SIGINT')
    const { code, out } = await ended
    expect(code).toBe(130)
    const files: { file: string; log: unknown }[] = JSON.parse(out)
    expect(files.map(({ file }) => file)).toEqual([path])
    expect(readLogFile(JSON.stringify(files[0]?.log)).events.at(-1)).toMatchObject({ on: false, number: 64 })
  })

  it.each([
    [
      'nothing of that name',
      'missing.mid',
      undefined,
      4,
      /^There is no file ".*missing\.mid"; check its path\.$/,
    ],
    ['an empty file', 'empty.mid', '', 3, /empty\.mid: This file is empty\. Choose another file\.$/],
    ['a text named .mid', 'text.mid', 'hello', 3, /it does not begin with MThd\./],
    ['a cut file', 'cut.mid', oneNote.subarray(0, 30), 3, /a part is missing\. Fetch it again\.$/],
    ['JSON that is not a song', 'no.json', '{"a":1}', 3, /This JSON is not a song/],
    [
      'a log of a newer version',
      'newer.json',
      JSON.stringify({ format: LOG_FORMAT, version: LOG_VERSION + 1, events: [] }),
      3,
      /This log has version 2, but this program reads up to version 1\. Update the program\.$/,
    ],
  ])('refuses %s with its own sentence and exit code', async (_, name, content, exit, message) => {
    const path = content === undefined ? at(name) : await fileOf(name, content)
    await expect(replayFiles([path], { fast: true, format: 'text' })).rejects.toMatchObject({
      exit,
      message: expect.stringMatching(message),
    })
  })

  it('refuses a folder', async () => {
    await expect(replayFiles([at()], { format: 'text' })).rejects.toMatchObject({
      exit: 3,
      message: expect.stringContaining('it is a folder'),
    })
  })
})

function heard(stream: NodeJS.ReadableStream, text: string): Promise<void> {
  return new Promise(resolve => {
    let all = ''
    stream.on('data', chunk => {
      all += chunk
      if (all.includes(text)) resolve()
    })
  })
}
