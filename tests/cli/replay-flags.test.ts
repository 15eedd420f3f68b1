import { writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { readLogFile } from '../../src/music/midi/log-file.js'
import { midiFile, oneNote } from '../plugins/midi-file/midi-bytes.js'
import { testFolder } from '../support/test-folder.js'
import { fretwork, recordsIn } from './run-program.js'

/** Four notes of 0.1 s on two channels with a pedal, at 480 ticks per half second. */
const SMALL = midiFile(0, [
  [
    ...[0, 0xc0, 25, 0, 0xb0, 64, 127],
    ...[0, 0x90, 60, 100, 48, 0x91, 64, 90, 48, 0x80, 60, 64, 0, 0x90, 67, 80],
    ...[48, 0x81, 64, 64, 48, 0x80, 67, 64, 0, 0xb0, 64, 0, 0, 0xff, 0x2f, 0],
  ],
])

const { at } = testFolder({ 'small.mid': SMALL, 'one.mid': oneNote })
const replay = (...words: string[]) => fretwork('replay', '--fast', ...words)

describe('multi-file replay', () => {
  it('an unreadable file is reported with its exit code, and the other files are replayed', async () => {
    await writeFile(at('bad.mid'), 'hello')
    const { code, out, err } = await replay(at('bad.mid'), at('one.mid'))
    expect(code).toBe(3)
    expect(err).toMatch(/^.*bad\.mid: Can’t open this file: its format is unknown.*\n$/)
    expect(out).toContain(`# ${at('one.mid')}`)
    expect(out.trim().split('\n').length).toBeGreaterThan(2)
  })

  it('each replayed file has its own heading and is not affected by the others', async () => {
    const { code, out } = await replay(at('one.mid'), at('one.mid'))
    expect(code).toBe(0)
    const [first = '', second = ''] = out.split('\n\n')
    expect(second).toBe(`${first}\n`)
    expect(first.split('\n')[0]).toBe(`# ${at('one.mid')}`)
  })

  it('the replay output for several files is valid JSON', async () => {
    const { out } = await replay('--format', 'json', at('one.mid'), at('small.mid'))
    const files: { file: string; log: unknown }[] = JSON.parse(out)
    expect(files.map(({ file }) => file)).toEqual([at('one.mid'), at('small.mid')])
    expect(files.map(({ log }) => readLogFile(JSON.stringify(log)).events.length)).toEqual([3, 10])
  })

  it('each NDJSON line includes the file name and otherwise equals a single-file replay', async () => {
    const { out } = await replay('--format', 'ndjson', at('one.mid'), at('small.mid'))
    const lines = recordsIn<{ file: string }>(out)
    expect(lines.map(({ file }) => file)).toEqual([
      ...Array<string>(3).fill(at('one.mid')),
      ...Array<string>(10).fill(at('small.mid')),
    ])
    const alone = (await replay('--format', 'ndjson', at('small.mid'))).out.trim().split('\n')
    expect(lines.slice(3).map(({ file: _file, ...event }) => JSON.stringify(event))).toEqual(alone)
  })
})

it.each(['text', 'json', 'ndjson', 'tab', 'neck'])(
  'repeated replays print identical bytes in the format %s',
  async format => {
    const edits = ['--loop', '2', '--speed', '1.5', '--transpose', '-3']
    const words = ['--format', format, ...edits, '--', at('small.mid')]
    const first = await replay(...words)
    expect(first).toMatchObject({ code: 0, err: '' })
    expect(first.out.length).toBeGreaterThan(100)
    expect((await replay(...words)).out).toBe(first.out)
  },
)

it.each([
  [['--fast', '--loop'], 'Endless loops only work in real time'],
  [['--fast', '--port', 'x'], 'play in real time'],
  [['--junit', 'x.xml'], '--junit requires --golden.'],
  [['--json', '--format', 'tab'], '--json prints NDJSON, --format tab does not'],
  [['--golden', 'x', '--json', '--format', 'text'], '--json prints the comparison and --format the events'],
  [['--from', '2', '--to', '1'], '--to must be later than --from.'],
  [['--from', 'soon'], 'Invalid time.'],
  ...['0:75', '9:99:99', '1:60', '0:61:00'].map(
    time => [['--from', time], 'Seconds after a colon must be below 60'] as [string[], string],
  ),
  [['--speed', '0'], 'Expected a factor above 0.'],
  [['--transpose', '200'], 'Expected a whole number of semitones from -127 to 127.'],
  [['--loop', 'song.mid'], 'put the file first: fretwork replay song.mid --loop'],
  [['--loop', '0'], 'Expected a whole number of times from 1 to 1000000.'],
  [['--ignore', 'everything'], 'Allowed choices are'],
])('the conflicting flags %o are rejected', async (words, sentence) => {
  const { code, out, err } = await fretwork('replay', ...words, '--', at('one.mid'))
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain(sentence)
})

it('--from accepts values above 60 seconds or 60 minutes without a larger unit', async () => {
  for (const time of ['75', '75:00'])
    expect((await replay('--from', '0', '--to', time, at('one.mid'))).code).toBe(0)
})

it('--from rejects a start after the end and reports the file’s duration', async () => {
  expect(await replay('--from', '99', at('one.mid'))).toEqual({
    ...{ code: 3, out: '' },
    err: `${at('one.mid')}: There’s nothing to play after 99 s: the file is only 0.5 s long. Choose an earlier start.\n`,
  })
})

it('--precise plays in real time and never early', async () => {
  const began = performance.now()
  const { code, out } = await fretwork('replay', '--precise', '--format', 'ndjson', at('small.mid'))
  expect([code, readLogFile(out).events.length]).toEqual([0, 10])
  expect(performance.now() - began).toBeGreaterThanOrEqual(200)
})

it('a file whose name starts with a hyphen gets a hint', async () => {
  const { code, err } = await fretwork('replay', '-x.mid')
  expect([code, err]).toEqual([2, expect.stringContaining('If "-x.mid" is a file, write "./-x.mid".')])
})
