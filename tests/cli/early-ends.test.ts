import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { describe, expect, it, vi } from 'vitest'
import { oneNote } from '../plugins/midi-file/midi-bytes.js'
import { BUILT_CLI } from '../support/built.js'
import { testFolder } from '../support/test-folder.js'
import { fretwork } from './run-program.js'

const { at } = testFolder({ 'one.mid': oneNote }, true)

describe('a command whose reader has left', () => {
  it('ends in silence', async () => {
    const program = spawn(process.execPath, [BUILT_CLI, 'manual'], { cwd: at() })
    let said = ''
    program.stderr.setEncoding('utf8').on('data', text => {
      said += text
    })
    program.stdout.destroy()
    const [code] = await once(program, 'close')
    expect({ code, said }).toEqual({ code: 0, said: '' })
  })
})

describe('a replay that waits for standard input', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('ends at the first %s', async (signal, code) => {
    const input = new PassThrough()
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as unknown as typeof process.stdin)
    const ended = fretwork('replay', '--fast', '-')
    await vi.waitUntil(() => input.listenerCount('readable') > 0)
    process.emit(signal, signal)
    expect(await ended).toMatchObject({ code, err: '' })
  })
})

describe('a password that is asked for', () => {
  it('is given up with Ctrl-C, and nothing is sent', async () => {
    const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input })
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as unknown as typeof process.stdin)
    const ended = fretwork('api', 'login', '--email', 'ann@example.org', '--base-url', 'http://127.0.0.1:9')
    await vi.waitUntil(() => input.listenerCount('keypress') > 0)
    input.write('\x03')
    expect(await ended).toMatchObject({ code: 130, err: 'Password: \nStopped; nothing was sent.\n' })
  })
})

describe('a golden log', () => {
  const golden = () => at('golden')

  it('is not written twice for one file that is named twice', async () => {
    const files = [at('one.mid'), at('.', 'one.mid')]
    const { code, err } = await fretwork('replay', '--fast', '--golden', golden(), '--update', ...files)
    expect(code).toBe(2)
    expect(err).toContain('one.mid" is listed twice')
  })

  it('says so where it cannot be written', async () => {
    const place = at('one.mid', 'golden.ndjson')
    const words = ['--fast', '--golden', place, '--update']
    const { code, err } = await fretwork('replay', ...words, at('one.mid'))
    expect(code).toBe(3)
    expect(err).toContain('Cannot write the golden log')
  })

  // Mutation: a reader that leaves ends the run, and nothing is compared.
  it('is compared to the end, also for a reader that has left', async () => {
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

  it('is not written where nothing was played: nothing could be held against it', async () => {
    const words = ['--fast', '--solo', 'ch5', '--golden', golden(), '--update']
    const { code, err } = await fretwork('replay', ...words, at('one.mid'))
    expect(code).toBe(3)
    expect(err).toContain('produced no events')
  })
})

describe('a name in a song', () => {
  it('gives the terminal no orders', async () => {
    const track = { name: 'Lead\u001b]0;mine\u0007', notes: [{ midi: 64, time: 0, duration: 1 }] }
    const song = at('orders.json')
    await writeFile(song, JSON.stringify({ header: { name: 'A\u001b[31m' }, tracks: [track] }))
    const info = await fretwork('song', 'info', song)
    expect(info.out).toContain('Lead')
    const refused = await fretwork('replay', '--fast', '--solo', 'Bass', '--format', 'text', song)
    expect(refused.code).not.toBe(0)
    expect(`${info.out}${info.err}${refused.err}`).not.toMatch(/[^\P{Cc}\n]/u)
  })
})
