import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LiveNeckModel } from '../../src/plugins/fretboard/neck/neck-model.js'
import { midiFile, oneNote } from '../plugins/midi-file/midi-bytes.js'
import { testFolder } from '../support/test-folder.js'
import { fretwork, recordsIn } from './run-program.js'

/** Returns a sequence of notes lasting 0.1 s each, with 480 ticks per half second. */
const scale = (notes: readonly number[]) =>
  midiFile(0, [[...notes.flatMap(note => [0, 0x90, note, 100, 96, 0x80, note, 64]), ...[0, 0xff, 0x2f, 0]]])
const SCALE = [60, 62, 64, 65, 67, 69, 71, 72]
const OTHER = [60, 61, 64, 65, 67, 68, 71, 72]
const FLAKY = 50
const { at, put } = testFolder({ 'scale.mid': scale(SCALE), 'one.mid': oneNote, 'broken.mid': 'hello' })
const golden = (...words: string[]) => fretwork('replay', '--golden', ...words)
const single = (...words: string[]) => golden(at('scale.ndjson'), ...words, at('scale.mid'))
const several = (...words: string[]) => golden(at('golden'), ...words, at('scale.mid'), at('one.mid'))

afterEach(() => void vi.restoreAllMocks())

describe('golden run', () => {
  it('reports each file’s result as text, JSON, JUnit and HTML', async () => {
    await put('flaky.mid', scale([FLAKY]))
    await several('--update', at('flaky.mid'))
    await put('scale.mid', scale(OTHER))
    const { apply } = LiveNeckModel.prototype
    let calls = 0
    vi.spyOn(LiveNeckModel.prototype, 'apply').mockImplementation(function (this: LiveNeckModel, event) {
      const isFlaky = event.kind === 'note' && event.on && event.number === FLAKY
      apply.call(this, isFlaky ? { ...event, string: 4 + (++calls % 3) } : event)
    })
    const files = [at('broken.mid'), at('flaky.mid')]
    const log = at('golden/scale.mid.golden.ndjson')
    const { code, err } = await several(...files, '--junit', at('r.xml'), '--html', at('r.html'))
    expect(code).toBe(6)
    expect(err).toContain(`${at('scale.mid')} differs from ${log} at line 4, 00:00:00:100:\n`)
    expect(err).toMatch(/^- {5}4 {2}.* D4 (.*\n)+\+ {5}4 {2}.* C#4 /m)
    expect(err).toMatch(/^then at line 12, 00:00:00:500:\n- {4}12 {2}.* A4 /m)
    expect(err).toMatch(
      /flaky\.mid is flaky: it differs from .*, and a second run differs from the first at line /,
    )
    expect(err).toContain('1 of 4 match their golden logs.\n')
    const xml = await readFile(at('r.xml'), 'utf8')
    expect(xml).toMatch(/<testsuite name="fretwork replay" time="[\d.]+" tests="4" failures="2" errors="1"/)
    expect(xml).toMatch(/<testcase classname="golden" name="[^"]*one\.mid" time="\d(\.\d{1,3})?"\/>/)
    expect(xml).toMatch(/<failure message="[^"]*scale\.mid differs [^"]*" type="different">/)
    expect(xml).toMatch(/<failure message="[^"]*flaky\.mid is flaky: [^"]*" type="flaky">/)
    expect(xml).not.toContain('timestamp=')
    expect(await readFile(at('r.html'), 'utf8')).toContain(
      '1 ok, 1 failed, 1 flaky, 1 could not be checked, 0 left out',
    )
    calls = 0
    const records = recordsIn<{ status: string; ms: number }>((await several(...files, '--json')).out)
    expect(records.map(({ status }) => status)).toEqual(['broken', 'flaky', 'different', 'equal'])
    expect(records.slice(2)).toEqual([
      {
        ...{ file: at('scale.mid'), status: 'different', golden: log, events: 17, ms: expect.any(Number) },
        message: expect.stringContaining('differs from'),
        difference: { line: 4, time: '00:00:00:100', fields: expect.any(Array), stretches: 2 },
      },
      {
        ...{ file: at('one.mid'), status: 'equal', golden: at('golden/one.mid.golden.ndjson') },
        ...{ events: 3, ms: expect.any(Number) },
      },
    ])
    for (const { ms } of records) expect(ms).toBeGreaterThan(0)
  })

  it('an interrupted golden run reports which files finished, and marks the rest', async () => {
    // A golden run does not wait for the music.
    await put('long.mid', midiFile(0, [[0, 0x90, 60, 100, 0xff, 0xff, 0x7f, 0x80, 60, 64, 0, 0xff, 0x2f, 0]]))
    const files = [at('one.mid'), at('long.mid'), at('scale.mid')]
    expect((await golden(at('golden'), '--update', ...files)).code).toBe(0)
    const interrupted = async (stream: 'stdout' | 'stderr', ...words: string[]) => {
      const ended = golden(at('golden'), ...words, ...files)
      // Ctrl-C comes with the first file's result.
      const write = vi.mocked(process[stream].write)
      const usual = write.getMockImplementation()
      write.mockImplementationOnce((...args) => {
        process.emit('SIGINT', 'SIGINT')
        return usual?.(...args) ?? true
      })
      return ended
    }
    expect(await interrupted('stderr', '--junit', at('ended.xml'))).toMatchObject({
      code: 130,
      err: `${at('one.mid')}: matches its golden log (3 events)\nInterrupted after 1 of 3 files.\n`,
    })
    const junit = await readFile(at('ended.xml'), 'utf8')
    expect([junit.match(/<testcase /g)?.length, junit.match(/<skipped/g)?.length]).toEqual([3, 2])
    const { code, out } = await interrupted('stdout', '--json')
    expect([code, ...recordsIn<{ status: string }>(out).map(({ status }) => status)]).toEqual([
      ...[130, 'equal', 'interrupted', 'interrupted'],
    ])
  })

  it.each([
    ['replay', '--golden', 'golden', 'one.mid'],
    ['report', 'replay', 'one.mid'],
    ['api', 'check', '--base-url', 'http://127.0.0.1:1'],
  ])('a report that cannot be written is rejected before the run: %s %s', async (...words) => {
    for (const path of [at('nowhere/report.xml'), at('.')]) {
      const { code, err } = await fretwork(...words, '--junit', path)
      expect([code, err]).toEqual([3, expect.stringMatching(/^Cannot write the report to [^\n]+\n$/)])
    }
  })

  it('--tolerance-ms and --ignore loosen the comparison', async () => {
    await single('--update')
    const slower = (...words: string[]) => single('--speed', '0.99', ...words)
    expect((await slower()).code).toBe(6)
    expect((await slower('--tolerance-ms', '9')).code).toBe(0)
    expect((await slower('--ignore', 'time', '--')).code).toBe(0)
  })

  it('prints the events as valid JSON even if a file is invalid', async () => {
    const words = ['--format', 'json', '--update', at('broken.mid'), at('one.mid')]
    const { code, out } = await golden(at('golden'), ...words)
    expect([code, JSON.parse(out).map(({ file }: { file: string }) => file)]).toEqual([3, [at('one.mid')]])
  })

  it('--gzip compresses golden logs, which are later read and updated without the flag', async () => {
    await mkdir(at('golden'))
    const run = (...words: string[]) => golden(at('golden'), ...words, at('one.mid'))
    const log = at('golden/one.mid.golden.ndjson.gz')
    expect((await run('--update', '--gzip')).code).toBe(0)
    expect([...(await readFile(log)).subarray(0, 2)]).toEqual([0x1f, 0x8b])
    await put('one.mid', scale([60]))
    expect((await run()).code).toBe(6)
    await run('--update', '--reason', 'shorter')
    expect(await readdir(at('golden'))).toEqual(['golden-reasons.ndjson', basename(log)])
    expect((await run()).code).toBe(0)
    await writeFile(log, 'no gzip')
    expect(await run()).toMatchObject({
      code: 3,
      err: expect.stringContaining('not a compressed golden log'),
    })
  })

  it('a missing golden log is reported with instructions', async () => {
    expect(await single()).toMatchObject({
      code: 4,
      err: `There is no golden log "${at('scale.ndjson')}"; write it with --update.\n`,
    })
  })
})

describe('reason for a golden log change', () => {
  it('a reason is required and stored', async () => {
    expect((await single('--update')).code).toBe(0)
    expect((await single('--update')).code).toBe(0)
    await put('scale.mid', scale(OTHER))
    const before = await readFile(at('scale.ndjson'), 'utf8')
    expect(await single('--update')).toMatchObject({
      code: 2,
      err: expect.stringContaining(`"${at('scale.ndjson')}" would change; give a reason with --reason.`),
    })
    expect(await readFile(at('scale.ndjson'), 'utf8')).toBe(before)
    expect((await single('--update', '--reason', 'a new take')).code).toBe(0)
    expect(recordsIn(await readFile(at('golden-reasons.ndjson'), 'utf8'))).toMatchObject([
      { log: 'scale.ndjson', reason: 'a new take' },
    ])
  })

  it.each([
    ['one prompt asks for all logs', 'a new take\r', 0],
    ['Ctrl-C at the prompt leaves the logs unchanged', '\x03', 130],
  ])('%s', async (_, typed, code) => {
    await several('--update')
    await put('scale.mid', scale(OTHER))
    await put('one.mid', scale([60]))
    const before = await readFile(at('golden/scale.mid.golden.ndjson'))
    const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input })
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as unknown as typeof process.stdin)
    const running = several('--update')
    await vi.waitUntil(() => input.listenerCount('keypress') > 0, { timeout: 120_000 })
    input.write(typed)
    const ended = await running
    expect([ended.code, ended.err.match(/Why does ".*" change\?/g)?.length]).toEqual([code, 1])
    if (code === 0)
      expect(recordsIn(await readFile(at('golden/golden-reasons.ndjson'), 'utf8'))).toMatchObject([
        { log: 'scale.mid.golden.ndjson', reason: 'a new take' },
        { log: 'one.mid.golden.ndjson', reason: 'a new take' },
      ])
    else {
      expect(ended.err).toContain('Stopped. The remaining golden logs were not written.')
      expect(await readFile(at('golden/scale.mid.golden.ndjson'))).toEqual(before)
    }
  })
})
