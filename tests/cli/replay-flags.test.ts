import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
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

  it('the output of a golden run with an invalid file is valid JSON', async () => {
    await writeFile(at('broken.mid'), 'hello')
    const words = ['--format', 'json', '--golden', at('golden'), '--update']
    const { code, out } = await replay(...words, at('broken.mid'), at('one.mid'))
    expect([code, JSON.parse(out).map(({ file }: { file: string }) => file)]).toEqual([3, [at('one.mid')]])
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

describe('golden run', () => {
  const golden = () => at('small.golden.ndjson')

  it('a golden run writes the log, accepts it, and reports a difference with exit code 6', async () => {
    expect(await replay('--golden', golden(), '--update', at('small.mid'))).toMatchObject({
      code: 0,
      out: '',
    })
    expect(readLogFile(await readFile(golden(), 'utf8')).events).toHaveLength(10)
    expect(await replay('--golden', golden(), at('small.mid'))).toEqual({
      ...{ code: 0, out: '', err: `${at('small.mid')}: matches its golden log (10 events)\n` },
    })
    const differs = await replay('--golden', golden(), '--transpose', '1', at('small.mid'))
    expect(differs).toMatchObject({ code: 6, out: '' })
    expect(differs.err).toContain(`${at('small.mid')} differs from ${golden()} at line 4, 00:00:00:000:\n`)
    expect(differs.err).toMatch(/^- {5}4 {2}.* C4 (.*\n)+\+ {5}4 {2}.* C#4 /m)
  })

  it('--tolerance-ms and --ignore loosen the comparison', async () => {
    await replay('--golden', golden(), '--update', at('small.mid'))
    const slower = ['--golden', golden(), '--speed', '0.99', at('small.mid')]
    expect((await replay(...slower)).code).toBe(6)
    expect((await replay('--tolerance-ms', '3', ...slower)).code).toBe(0)
    expect((await replay('--ignore', 'time', '--', ...[at('small.mid')])).code).toBe(2)
    expect((await replay(...slower.slice(0, -1), '--ignore', 'time', '--', at('small.mid'))).code).toBe(0)
  })

  it('one JUnit suite contains all files, including invalid ones', async () => {
    await writeFile(at('broken.mid'), 'hello')
    const files = [at('one.mid'), at('small.mid'), at('broken.mid')]
    await replay('--golden', at('golden'), '--update', at('one.mid'), at('small.mid'))
    await writeFile(at('golden/small.mid.golden.ndjson'), await readFile(at('golden/one.mid.golden.ndjson')))
    const { code, err } = await replay('--golden', at('golden'), '--junit', at('report.xml'), ...files)
    expect(code).toBe(6)
    expect(err).toContain('1 of 3 match their golden logs.\n')
    const xml = await readFile(at('report.xml'), 'utf8')
    expect(xml).toContain('tests="3" failures="1" errors="1"')
    expect(xml).toMatch(/<testsuite name="fretwork replay" time="[\d.]+"/)
    expect(xml).toMatch(/<testcase classname="golden" name="[^"]*one\.mid" time="0(\.\d{1,3})?"\/>/)
    expect(xml).not.toContain('timestamp=')
    await replay('--golden', at('golden'), '--junit', at('again.xml'), ...files)
    const timeless = (text: string) => text.replaceAll(/ time="[\d.]+"/g, '')
    expect(timeless(await readFile(at('again.xml'), 'utf8'))).toBe(timeless(xml))
    expect((await replay('--golden', at('golden'), at('one.mid'), at('broken.mid'))).code).toBe(3)
    const nowhere = await replay('--golden', at('golden'), '--html', at('no/report.html'), at('one.mid'))
    expect(nowhere).toMatchObject({
      code: 3,
      err: expect.stringContaining('Cannot write the report to'),
    })
  })

  it('golden files with the same name in different folders have separate logs', async () => {
    await mkdir(at('a'))
    await mkdir(at('b'))
    await writeFile(at('a/same.mid'), SMALL)
    await writeFile(at('b/same.mid'), oneNote)
    const files = [at('a/same.mid'), at('b/same.mid'), at('one.mid')]
    expect((await replay('--golden', at('logs'), '--update', ...files)).code).toBe(0)
    expect((await readdir(at('logs'), { recursive: true })).sort()).toEqual([
      ...['a', 'a/same.mid.golden.ndjson', 'b', 'b/same.mid.golden.ndjson', 'one.mid.golden.ndjson'],
    ])
    const { code, err } = await replay('--golden', at('logs'), ...files)
    expect(code).toBe(0)
    expect(err).toContain('3 of 3 match their golden logs.')
  })

  it('--gzip compresses golden logs, which are later read and updated without the flag', async () => {
    const log = at('logs/small.mid.golden.ndjson.gz')
    await mkdir(at('logs'))
    expect((await replay('--golden', at('logs'), '--update', '--gzip', at('small.mid'))).code).toBe(0)
    expect([...(await readFile(log)).subarray(0, 2)]).toEqual([0x1f, 0x8b])
    expect((await replay('--golden', at('logs'), at('small.mid'))).code).toBe(0)
    await writeFile(at('small.mid'), oneNote)
    expect((await replay('--golden', at('logs'), at('small.mid'))).code).toBe(6)
    await replay('--golden', at('logs'), '--update', '--reason', 'shorter', at('small.mid'))
    expect(await readdir(at('logs'))).toEqual(['golden-reasons.ndjson', 'small.mid.golden.ndjson.gz'])
    expect((await replay('--golden', at('logs'), at('small.mid'))).code).toBe(0)

    await writeFile(log, 'no gzip')
    const { code, err } = await replay('--golden', at('logs'), at('small.mid'))
    expect(code).toBe(3)
    expect(err).toContain('is not a compressed golden log')
  })

  it('a golden log changes only with a reason, and the reason is stored', async () => {
    await replay('--golden', golden(), '--update', at('small.mid'))
    expect((await replay('--golden', golden(), '--update', at('small.mid'))).code).toBe(0)
    await writeFile(at('small.mid'), oneNote)
    const before = await readFile(golden(), 'utf8')
    const { code, err } = await replay('--golden', golden(), '--update', at('small.mid'))
    expect(code).toBe(2)
    expect(err).toContain(`The golden log "${golden()}" would change; give a reason with --reason.`)
    expect(await readFile(golden(), 'utf8')).toBe(before)

    const given = ['--golden', golden(), '--update', '--reason', 'one note is enough']
    expect((await replay(...given, at('small.mid'))).code).toBe(0)
    const [line = '', rest] = (await readFile(at('golden-reasons.ndjson'), 'utf8')).split('\n')
    expect(JSON.parse(line)).toMatchObject({ log: basename(golden()), reason: 'one note is enough' })
    expect(rest).toBe('')
  })

  it('a missing golden log is reported with instructions', async () => {
    expect(await replay('--golden', at('none.ndjson'), at('one.mid'))).toMatchObject({
      code: 4,
      err: `There is no golden log "${at('none.ndjson')}"; write it with --update.\n`,
    })
  })
})

it.each([
  [['--fast', '--loop'], 'Endless loops only work in real time'],
  [['--fast', '--port', 'x'], 'play in real time'],
  [['--junit', 'x.xml'], '--junit requires --golden.'],
  [['--json', '--format', 'tab'], '--json prints NDJSON, --format tab does not'],
  [['--golden', 'x', '--json', '--format', 'text'], '--json prints the comparison and --format the events'],
  [['--from', '2', '--to', '1'], '--to must be later than --from.'],
  [['--from', 'soon'], 'Invalid time.'],
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

describe('--from', () => {
  it.each(['0:75', '9:99:99', '1:60', '0:61:00'])('--from rejects the impossible time %s', async time => {
    const { code, err } = await replay('--from', time, at('one.mid'))
    expect(code).toBe(2)
    expect(err).toContain('Seconds after a colon must be below 60')
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
