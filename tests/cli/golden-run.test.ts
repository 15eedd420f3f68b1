import { readFile, writeFile } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { describe, expect, it, vi } from 'vitest'
import { midiFile, oneNote } from '../plugins/midi-file/midi-bytes.js'
import { testFolder } from '../support/test-folder.js'
import { fretwork, recordsIn } from './run-program.js'

/** Returns a sequence of notes lasting 0.1 s each, with 480 ticks per half second. */
const scale = (notes: readonly number[], velocity = 100) =>
  midiFile(0, [
    [...notes.flatMap(note => [0, 0x90, note, velocity, 96, 0x80, note, 64]), ...[0, 0xff, 0x2f, 0]],
  ])
const SCALE = [60, 62, 64, 65, 67, 69, 71, 72]
const { at } = testFolder({ 'scale.mid': scale(SCALE), 'one.mid': oneNote })
const replay = (...words: string[]) => fretwork('replay', '--fast', ...words)

/** Writes the golden logs for both files. */
const keep = () => replay('--golden', at('golden'), '--update', at('scale.mid'), at('one.mid'))
const changed = (...differing: readonly [index: number, note: number][]) => {
  const notes = [...SCALE]
  for (const [index, note] of differing) notes[index] = note
  return writeFile(at('scale.mid'), scale(notes))
}
const both = () => ['--golden', at('golden'), at('scale.mid'), at('one.mid')]

describe('golden run with a difference', () => {
  it('a golden run completes despite differences and shows each with its line and time', async () => {
    await keep()
    await changed([1, 61], [5, 68])
    const { code, err } = await replay(...both())
    expect(code).toBe(6)
    const golden = at('golden/scale.mid.golden.ndjson')
    expect(err).toContain(`${at('scale.mid')} differs from ${golden} at line 4, 00:00:00:100:\n`)
    expect(err).toMatch(/^then at line 12, 00:00:00:500:\n- {4}12 {2}.* A4 /m)
    expect(err).toContain('1 of 2 match their golden logs.\n')
  })

  it('the JSON output of a golden run contains one line per file with its duration', async () => {
    await keep()
    await changed([1, 61], [5, 68])
    const { code, out, err } = await replay('--json', ...both())
    expect([code, err]).toEqual([6, ''])
    const records = recordsIn<{ ms: number }>(out)
    expect(records).toEqual([
      {
        ...{ file: at('scale.mid'), status: 'different', golden: at('golden/scale.mid.golden.ndjson') },
        ...{ events: 17, ms: expect.any(Number), message: expect.stringContaining('differs from') },
        difference: { line: 4, time: '00:00:00:100', fields: expect.any(Array), stretches: 2 },
      },
      {
        ...{ file: at('one.mid'), status: 'equal', golden: at('golden/one.mid.golden.ndjson') },
        ...{ events: 3, ms: expect.any(Number) },
      },
    ])
    for (const { ms } of records) expect(ms).toBeGreaterThan(0)
  })
})

it('an interrupted golden run reports which files finished, and marks the rest', async () => {
  await writeFile(
    at('long.mid'),
    midiFile(0, [[...[0, 0x90, 60, 100, 0xff, 0xff, 0x7f, 0x80, 60, 64, 0, 0xff, 0x2f, 0]]]),
  )
  const files = [at('one.mid'), at('long.mid'), at('scale.mid')]
  expect((await replay('--golden', at('golden'), '--update', ...files)).code).toBe(0)
  const interrupted = async (stream: 'stdout' | 'stderr', ...words: string[]) => {
    const ended = fretwork('replay', '--golden', at('golden'), ...words, ...files)
    await vi.waitUntil(() => vi.mocked(process[stream].write).mock.calls.length > 0, { timeout: 120_000 })
    process.emit('SIGINT', 'SIGINT')
    return ended
  }
  expect(await interrupted('stderr', '--junit', at('ended.xml'))).toMatchObject({
    code: 130,
    err: `${at('one.mid')}: matches its golden log (3 events)\nInterrupted after 1 of 3 files.\n`,
  })
  const junit = await readFile(at('ended.xml'), 'utf8')
  expect([junit.match(/<testcase /g), junit.match(/<skipped/g)]).toMatchObject([{ length: 3 }, { length: 2 }])
  const { code, out } = await interrupted('stdout', '--json')
  expect(code).toBe(130)
  expect(recordsIn<{ status: string }>(out).map(({ status }) => status)).toEqual([
    ...['equal', 'interrupted', 'interrupted'],
  ])
})

it.each([
  ['replay', '--golden', 'golden', 'one.mid'],
  ['report', 'replay', 'one.mid'],
  ['api', 'check', '--base-url', 'http://127.0.0.1:1'],
])('a report that cannot be written is refused before the run: %s %s', async (...words) => {
  for (const path of [at('nowhere/report.xml'), at('.')]) {
    const { code, err } = await fretwork(...words, '--junit', path)
    expect([code, err]).toEqual([3, expect.stringMatching(/^Cannot write the report to [^\n]+\n$/)])
  }
})

it('a golden run finds another default tempo in a file without a tempo event', async () => {
  const withTempo = (bpm: number) => {
    const us = Math.round(60_000_000 / bpm)
    const tempo = [0, 0xff, 0x51, 3, us >> 16, (us >> 8) & 255, us & 255]
    return midiFile(0, [[...tempo, 0, 0x90, 64, 100, 0x83, 0x60, 0x80, 64, 64, 0, 0xff, 0x2f, 0]])
  }
  const words = ['--golden', at('tempo.ndjson'), at('tempo.mid')]
  await writeFile(
    at('tempo.mid'),
    midiFile(0, [[0, 0x90, 64, 100, 0x83, 0x60, 0x80, 64, 64, 0, 0xff, 0x2f, 0]]),
  )
  await replay('--update', ...words)
  for (const [bpm, expected] of [
    [120, 0],
    [100, 6],
  ] as const) {
    await writeFile(at('tempo.mid'), withTempo(bpm))
    expect([bpm, (await replay(...words)).code]).toEqual([bpm, expected])
  }
})

describe('reason for a golden log change', () => {
  const update = () => fretwork('replay', '--fast', '--update', ...both())
  const typing = () => {
    const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input })
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as unknown as typeof process.stdin)
    return input
  }
  const asked = (input: PassThrough) =>
    vi.waitUntil(() => input.listenerCount('keypress') > 0, { timeout: 120_000 })

  it('updating golden logs asks for one reason for all logs', async () => {
    await keep()
    await changed([1, 61])
    await writeFile(at('one.mid'), scale([60]))
    const input = typing()
    const ended = update()
    await asked(input)
    input.write('a new take\r')
    const { code, err } = await ended
    expect([code, err.match(/Why does ".*" change\?/g)?.length]).toEqual([0, 1])
    expect(recordsIn(await readFile(at('golden/golden-reasons.ndjson'), 'utf8'))).toMatchObject([
      { log: 'scale.mid.golden.ndjson', reason: 'a new take' },
      { log: 'one.mid.golden.ndjson', reason: 'a new take' },
    ])
  })

  it('Ctrl-C cancels the golden log update and leaves the log unchanged', async () => {
    await keep()
    await changed([1, 61])
    const before = await readFile(at('golden/scale.mid.golden.ndjson'))
    const input = typing()
    const ended = update()
    await asked(input)
    input.write('\x03')
    const { code, err } = await ended
    expect(code).toBe(130)
    expect(err).toContain('Stopped. The remaining golden logs were not written.')
    expect(await readFile(at('golden/scale.mid.golden.ndjson'))).toEqual(before)
  })
})
