import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { describe, expect, it, vi } from 'vitest'
import { replayFiles } from '../../cli/replay/command.js'
import { readLogFile } from '../../src/music/midi/log-file.js'
import { fretwork } from '../cli/run-program.js'
import { midiFile, oneNote } from '../plugins/midi-file/midi-bytes.js'
import { BUILT_CLI } from '../support/built.js'
import { testFolder } from '../support/test-folder.js'

const { at, put: fileOf } = testFolder({ 'one.mid': oneNote }, true)

/** Starts a separate process, for tests with signals, pipes and standard input. */
function start(...words: string[]) {
  const program = spawn(process.execPath, [BUILT_CLI, 'replay', ...words], { cwd: at(), env: process.env })
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

/** A note that starts immediately and lasts a minute. */
const LONG_NOTE = midiFile(0, [[0, 0x90, 64, 100, 0x83, 0xc1, 0x00, 0x80, 64, 64, 0, 0xff, 0x2f, 0]])

describe('fretwork replay', () => {
  it('replaying a printed log from a file or standard input prints the same log', async () => {
    const song = await fileOf('song.mid', oneNote)
    const first = await replay('--fast', '--format', 'ndjson', song)
    const again = await replay('--fast', '--format', 'ndjson', await fileOf('log.ndjson', first.out))
    expect(again.out).toBe(first.out)
    const { program, ended } = start('--fast', '--format', 'ndjson', '-')
    program.stdin.end(first.out)
    expect((await ended).out).toBe(first.out)
    expect(readLogFile(first.out).events).toHaveLength(3)
  })

  it('SIGTERM ends the sounding note and exits with 143', async () => {
    const { program, ended } = start(await fileOf('ended.mid', LONG_NOTE))
    await heard(program.stdout, ' on ')
    program.kill('SIGTERM')
    const end = await ended
    expect({ code: end.code, error: end.error }).toEqual({ code: 143, error: '' })
    expect(end.out.trimEnd().split('\n').at(-1)).toMatch(/ off {2}E4 /)
  })

  it('the output stays valid JSON if Ctrl-C interrupts the first of two files', async () => {
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
    ['a missing file', 'missing.mid', undefined, 4, /^There is no file ".*missing\.mid"; check its path\.$/],
    ['JSON that is not a song', 'no.json', '{"a":1}', 3, /it’s a JSON file, but not a song/],
  ])(
    'the replay rejects %s with a specific message and exit code',
    async (_, name, content, exit, message) => {
      const path = content === undefined ? at(name) : await fileOf(name, content)
      await expect(replayFiles([path], { fast: true, format: 'text' })).rejects.toMatchObject({
        exit,
        message: expect.stringMatching(message),
      })
    },
  )
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

it('a command exits silently when its output pipe is closed', async () => {
  const program = spawn(process.execPath, [BUILT_CLI, 'manual'], { cwd: at() })
  let said = ''
  program.stderr.setEncoding('utf8').on('data', text => {
    said += text
  })
  program.stdout.destroy()
  const [code] = await once(program, 'close')
  expect({ code, said }).toEqual({ code: 0, said: '' })
})

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('a replay waiting for standard input exits at the first %s', async (signal, code) => {
  const input = new PassThrough()
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as unknown as typeof process.stdin)
  const ended = fretwork('replay', '--fast', '-')
  await vi.waitUntil(() => input.listenerCount('readable') > 0)
  process.emit(signal, signal)
  expect(await ended).toMatchObject({ code, err: '' })
})

it('Ctrl-C cancels a password prompt without sending anything', async () => {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input })
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as unknown as typeof process.stdin)
  const ended = fretwork('api', 'login', '--email', 'ann@example.org', '--base-url', 'http://127.0.0.1:9')
  await vi.waitUntil(() => input.listenerCount('keypress') > 0)
  input.write('\x03')
  expect(await ended).toMatchObject({ code: 130, err: 'Password: \nCanceled. Nothing was sent.\n' })
})

describe('golden logs', () => {
  const golden = () => at('golden')

  it('a file that is listed twice has one golden log', async () => {
    const files = [at('one.mid'), at('.', 'one.mid')]
    const { code, err } = await fretwork('replay', '--golden', at('golden/'), '--update', ...files)
    expect([code, err.match(/ events in /g)?.length]).toEqual([0, 1])
  })

  it('an unwritable golden log is reported', async () => {
    const place = at('one.mid', 'golden.ndjson')
    const words = ['--fast', '--golden', place, '--update']
    const { code, err } = await fretwork('replay', ...words, at('one.mid'))
    expect(code).toBe(3)
    expect(err).toContain('Cannot write the golden log')
  })

  // The CLI must not exit on the closed pipe before the comparison.
  it('a golden log is compared completely even if the output pipe is closed', async () => {
    const place = at('kept.ndjson')
    const words = ['--fast', '--golden', place]
    const song = at('one.mid')
    expect((await fretwork('replay', ...words, '--update', song)).code).toBe(0)
    await writeFile(place, (await readFile(place, 'utf8')).replace('"number":64', '"number":65'))
    expect((await fretwork('replay', ...words, song)).code).toBe(6)
    const program = spawn(process.execPath, [BUILT_CLI, 'replay', ...words, '--format', 'text', song], {
      cwd: at(),
    })
    program.stderr.resume()
    program.stdout.destroy()
    expect(await once(program, 'close')).toEqual([6, null])
  })

  it('a golden log is not written for a replay without events', async () => {
    const words = ['--fast', '--solo', 'ch5', '--golden', golden(), '--update']
    const { code, err } = await fretwork('replay', ...words, at('one.mid'))
    expect(code).toBe(3)
    expect(err).toContain('produced no events')
  })
})

it('control characters in a song are never printed to the terminal', async () => {
  const track = { name: 'Lead\u001b]0;mine\u0007', notes: [{ midi: 64, time: 0, duration: 1 }] }
  const song = at('orders.json')
  await writeFile(song, JSON.stringify({ header: { name: 'A\u001b[31m' }, tracks: [track] }))
  const info = await fretwork('song', 'info', song)
  expect(info.out).toContain('Lead')
  const refused = await fretwork('replay', '--fast', '--solo', 'Bass', '--format', 'text', song)
  expect(refused.code).not.toBe(0)
  expect(`${info.out}${info.err}${refused.err}`).not.toMatch(/[^\P{Cc}\n]/u)
})
