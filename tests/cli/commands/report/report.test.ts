import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { notesAfter } from '../../../../cli/report/notes-after.js'
import { replayReport, reportTools } from '../../../../cli/report/report-kernel.js'
import type { ProblemReport, ReportTools } from '../../../../src/plugins/diagnostics/tokens.js'
import { LiveNeckModel } from '../../../../src/plugins/fretboard/neck/neck-model.js'
import { testFolder } from '../../../support/test-folder.js'
import { played } from '../../report/playing.js'
import { fretwork, recordsIn } from '../../run-program.js'

const { at, put } = testFolder({}, true)
const NOISE = gzipSync(
  Uint8Array.from({ length: 1200 }, (_, index) => Math.imul(index, 2_654_435_761) >>> 11),
)
let tools: ReportTools
/** Reports from the correct program and from a program that ignores the sustain pedal. */
let good: string
let faulty: string

beforeAll(async () => {
  tools = await reportTools()
  good = await saved('good', (await replayReport(played(1))).report)
  faulty = await withFault(async () => saved('faulty', (await replayReport(played(1))).report))
})

async function saved(name: string, report: ProblemReport): Promise<string> {
  return put(`${name}.fretwork-report.json`, tools.write({ ...report, remark: 'It sounded wrong.' }))
}

/** @param raw messages, on channel 1 unless they specify a different one */
function reportOf(...raw: string[]): ProblemReport {
  const steps = raw.map((bytes, at) => ({
    ...{ kind: 'midi' as const, at, port: 'keys', time: '12:00:00:000', raw: bytes },
  }))
  return { ...played(1), steps }
}

/** Runs with a fretboard that ignores the sustain pedal. */
async function withFault<T>(run: () => Promise<T>): Promise<T> {
  const { apply } = LiveNeckModel.prototype
  const fault = vi.spyOn(LiveNeckModel.prototype, 'apply').mockImplementation(function (
    this: LiveNeckModel,
    event,
  ) {
    if (event.kind !== 'controller' || event.controller !== 64) apply.call(this, event)
  })
  try {
    return await run()
  } finally {
    fault.mockRestore()
  }
}

const run = (...words: string[]) => fretwork('report', ...words)

it('report show prints the last steps or all, the user’s comment and the reported errors', async () => {
  const report = await tools.read(await readFile(good))
  const error = { kind: 'log' as const, at: 1, level: 'error', source: 'neck', message: 'It broke.' }
  const { code, out } = await run(
    'show',
    await saved('error', { ...report, steps: [...report.steps, error] }),
  )
  expect(code).toBe(0)
  expect(out).toContain('It sounded wrong.')
  expect(out).toMatch(/\n✕ step \d+, error: neck: It broke\.\n/)
  expect(out).toMatch(/… \d+ steps before; print them with --all/)
  const all = await run('show', '--all', good)
  expect(all.out).toMatch(/^ {4}1 {2}0:00\.000/m)
  expect(all.out).toContain('No command and no line of the log reports an error.')
})

describe('fretwork report replay', () => {
  it('report replay prints SAME if the replay matches the report, even for a faulty program', async () => {
    const same = { code: 0, out: expect.stringMatching(/^SAME /) }
    expect(await run('replay', good)).toMatchObject(same)
    expect(await withFault(() => run('replay', faulty))).toMatchObject(same)
  })

  it('report replay prints the first difference between two fretboards, also as JSON, JUnit and HTML', async () => {
    const [junit, html] = [at('r.xml'), at('r.html')]
    const { code, out } = await run('replay', '--junit', junit, '--html', html, faulty)
    expect(code).toBe(6)
    expect(out).toMatch(
      /^DIFFERENT {2}(.*\n)+.*first difference {2}step \d+, notes: (.*\n)+Recorded: .* \| Now: /,
    )
    expect(await readFile(junit, 'utf8')).toContain('DIFFERENT')
    expect(await readFile(html, 'utf8')).toContain('fretwork report replay')
    const { out: json } = await withFault(() => run('replay', '--json', good))
    const verdict = { verdict: 'DIFFERENT', recorded: [], difference: { what: 'notes' } }
    expect(JSON.parse(json)).toMatchObject(verdict)
  })

  it('report replay compares the final notes with the expected notes', async () => {
    const { report } = await replayReport(reportOf('90 40 64', 'b0 40 7f', '80 40 00'))
    const stuck = await saved('stuck', report)
    for (const [note, code, text] of [
      ['E4', 0, 'AS EXPECTED '],
      ['none', 6, 'the notes (none) were expected, but 64 are sounding.'],
      ['H9', 2, '"H9" is not a note'],
    ] as const) {
      const ended = await run('replay', stuck, '--expected', note)
      expect([ended.code, ended.out + ended.err]).toEqual([code, expect.stringContaining(text)])
    }
  })
})

describe('fretwork report replay with several reports', () => {
  it('report replay accepts folders, continues after a damaged report, and exits with 6 rather than 3', async () => {
    await put('many/a.fretwork-report.json', '{}')
    await put('many/b/good.fretwork-report.json', await readFile(good))
    await put('many/b/faulty.fretwork-report.json', await readFile(faulty))
    const { code, out, err } = await run('replay', '--junit', at('many.xml'), at('many'))
    expect(code).toBe(6)
    expect(err).toContain('a.fretwork-report.json: ')
    expect(out).toMatch(/^DIFFERENT(.*\n)+SAME(.*\n)+1 of 3 reports as recorded or expected\.\n$/)
    const xml = await readFile(at('many.xml'), 'utf8')
    expect(xml).toContain('tests="3" failures="1" errors="1"')
    expect(xml).toMatch(/<testcase classname="reports" name="[^"]*many\/b\/faulty\./)
    expect((await run('replay', at('many/b/g*.json'))).code).toBe(0)
    expect((await run('replay', at('many/*.mid'))).code).toBe(4)
  })

  it('report replay ignores the given types of differences', async () => {
    const { out } = await run('replay', '--ignore', 'notes', '--', faulty)
    expect(out).toMatch(/first difference {2}step \d+, neck: /)
    expect(await run('replay', '--ignore', 'notes', 'neck', '--', faulty)).toMatchObject({
      code: 0,
    })
  })

  it('commands that need a song or the library are not repeated or counted as differences', async () => {
    const { report } = await replayReport(reportOf('90 40 64', '80 40 00'))
    const outcome = { ms: 1, ok: true }
    const reportWith = (...ids: string[]) => {
      const steps = ids.map(id => ({ kind: 'command' as const, at: 3, id, args: { song: 'a' }, outcome }))
      return saved('library', { ...report, cut: true, steps: [...report.steps, ...steps] })
    }
    const path = await reportWith('library.open-song', 'player.rewind-song')
    const { code, out } = await run('replay', path)
    expect([code, out]).toEqual([0, expect.stringMatching(/^SAME /)])
    expect(out).toContain('Not repeated, because they need a screen, the library, a file or another plugin: ')
    expect(out).toContain('The report is cut: ')
    const other = await run('replay', await reportWith('fretboard.clear-selection'))
    expect(other.out).toContain('The command fretboard.clear-selection returned')
  })
})

it('an interrupted report replay marks the reports that it has not replayed', async () => {
  const ended = run('replay', '--json', '--junit', at('ended.xml'), good, good, good, good)
  await vi.waitUntil(() => vi.mocked(process.stdout.write).mock.calls.length > 0, {
    interval: 1,
    timeout: 120_000,
  })
  process.emit('SIGINT', 'SIGINT')
  const { code, out } = await ended
  const verdicts = recordsIn<{ verdict: string }>(out).map(({ verdict }) => verdict)
  expect([code, verdicts[0], verdicts.at(-1), verdicts.length]).toEqual([130, 'SAME', 'INTERRUPTED', 4])
  expect(await readFile(at('ended.xml'), 'utf8')).toContain('<skipped/>')
})

describe('fretwork report shrink', () => {
  it('report shrink omits later steps and unrelated ports, channels and notes', async () => {
    const before = ['91 30 64', '90 43 64', 'b0 40 7f', '90 40 64', '80 43 00']
    const { report } = await replayReport(reportOf(...before, 'e0 00 50', '80 40 00', '90 48 64'))
    const path = await saved('many', report)
    const output = at('small.fretwork-report.json')
    const { code, out } = await withFault(() => run('shrink', '--output', output, path))
    expect(code).toBe(0)
    expect(out).toMatch(/8 steps became 3 steps \(notes 67\)/)
    const small = tools.read(await readFile(output))
    expect(small.steps.map(step => (step.kind === 'midi' ? step.raw : ''))).toEqual([
      ...['90 43 64', 'b0 40 7f', '80 43 00'],
    ])
    expect(await withFault(() => run('replay', output))).toMatchObject({ code: 6 })
    expect(await run('replay', output)).toMatchObject({ code: 0 })
  })

  it('report shrink rejects a report without a difference and does not overwrite a file', async () => {
    expect(await run('shrink', good)).toMatchObject({
      code: 6,
      err: expect.stringContaining('no error or difference, so there is nothing to shrink'),
    })
    expect(await run('shrink', '--output', good, faulty)).toMatchObject({
      code: 2,
      err: expect.stringContaining('Use --force to replace it'),
    })
  })
})

describe('fretwork report to-test', () => {
  it('report to-test writes a test with the steps and the final notes', async () => {
    const path = await saved(
      'held',
      (await replayReport(reportOf('b0 40 7f', '90 40 64', '80 40 00'))).report,
    )
    const output = at('sustain.test.ts')
    const { out } = await withFault(() => run('to-test', '--output', output, path))
    expect(out).toContain('it fails now, while other notes sound at the end')
    const text = await readFile(output, 'utf8')
    expect(text).toContain("import { notesAfter } from '")
    expect(text).toContain('expect(notes).toEqual([64])')
    const steps = [...text.matchAll(/"midi":"([0-9a-f ]+)"/g)].map(([, step = '']) => step)
    expect([steps.length, await notesAfter({ steps })]).toEqual([3, [64]])
    expect(await withFault(() => notesAfter({ steps }))).toEqual([])
  })

  it('report to-test writes a golden run that fails with the fault and passes without', async () => {
    const output = at('good.log.ndjson')
    const words = ['to-test', '--golden-run', '--output', output]
    const { code, out } = await withFault(() => run(...words, good))
    const log = at('good.golden.ndjson')
    expect([code, out]).toEqual([0, `It fails now: fretwork replay --golden '${log}' '${output}'\n`])
    const golden = () => fretwork('replay', '--golden', log, output)
    const { code: failed, err } = await withFault(golden)
    expect([failed, err]).toEqual([6, expect.stringMatching(/neck: "\(.*\)" was expected, not "-/)])
    expect(await golden()).toMatchObject({ code: 0, err: expect.not.stringContaining('missing') })
    expect(await readFile(log, 'utf8')).toContain('"golden":2')
  })

  it.each([[[]], [['--golden-run']]])(
    'report to-test %o refuses to write a test that already passes',
    async flags => {
      const output = at('never.log.ndjson')
      const { code, err } = await run('to-test', ...flags, '--output', output, good)
      expect([code, err]).toEqual([
        6,
        expect.stringMatching(/pass(es)? now, so it (could not show the|cannot show this) fault/),
      ])
      await expect(readFile(output)).rejects.toThrow('ENOENT')
    },
  )

  it('report to-test refuses a golden run for a report that needs more than its messages', async () => {
    const pedal = { ...reportOf('90 40 64', '80 40 00'), before: [{ port: 'keys', raw: 'b0 40 7f' }] }
    const path = await saved('pedal', (await replayReport(pedal)).report)
    const words = ['to-test', '--golden-run', '--output', at('pedal.log.ndjson'), path]
    const { code, err } = await withFault(() => run(...words))
    expect([code, err]).toEqual([6, expect.stringContaining('needs what sounded before its first step')])
  })
})

it.each([
  ['', 'is not valid JSON'],
  ['{}', 'is not a problem report: choose a .fretwork-report.json file'],
  [
    '{"format":"fretwork-report","version":2}',
    'has version 2, but this version of Fretwork reads version 1. Update Fretwork.',
  ],
  ['{"format":"fretwork-report","version":1,"made":3}', 'is damaged at “made”'],
  [new Uint8Array([0x1f, 0x8b, ...new Array(14).fill(7), 1, 0, 0, 0]), 'cannot be unpacked'],
  [gzipSync(new Uint8Array(64 * 1024 * 1024 + 1)), 'is too large (maximum 64 MB)'],
  [new Uint8Array([0x1f, 0x8b]), 'cannot be unpacked: it is truncated'],
  [NOISE.subarray(0, 12), 'cannot be unpacked: it is truncated'],
  [NOISE.subarray(0, 20), 'cannot be unpacked: it is truncated'],
  [NOISE.subarray(0, -9), 'cannot be unpacked: it is truncated'],
])(
  'an invalid problem report is rejected with a short message that includes the file name: case %#',
  async (content, sentence) => {
    const path = await put('bad.json', content)
    const { code, err } = await run('show', path)
    expect(err).toContain(`${path}: `)
    expect(err).toContain(sentence)
    expect(code).toBe(3)
  },
)
