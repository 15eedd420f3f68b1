import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failuresAfter } from '../../../../cli/report/failures-after.js'
import { replayReport, reportTools } from '../../../../cli/report/report-kernel.js'
import type { ProblemReport, ReportTools } from '../../../../src/plugins/problem-report/tokens.js'
import { played } from '../../report/fault-run.js'
import { MIDI_FAULTS, type MidiFault } from '../../report/midi-faults.js'
import { fretwork } from '../../run-program.js'

const SUSTAIN = MIDI_FAULTS.find(({ name }) => name === 'sustain is not heard') as MidiFault

let folder: string
let tools: ReportTools
/** Of a program without faults, and of one that does not hear the sustain pedal. */
let good: string
let faulty: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'report-'))
  tools = await reportTools()
  good = await saved('good', (await replayReport(played(1))).report)
  faulty = await withFault(async () => saved('faulty', (await replayReport(played(1))).report))
})
afterAll(() => rm(folder, { recursive: true }))

async function saved(name: string, report: ProblemReport): Promise<string> {
  const path = join(folder, `${name}.fretwork-report.json`)
  await writeFile(path, tools.write({ ...report, remark: 'It sounded wrong.' }))
  return path
}

async function withFault<T>(run: () => Promise<T>): Promise<T> {
  const off = SUSTAIN.on()
  try {
    return await run()
  } finally {
    off()
  }
}

describe('fretwork report show', () => {
  it('prints what happened, what was said about it, and what is wrong at which step', async () => {
    const { code, out } = await fretwork('report', 'show', faulty)
    expect(code).toBe(0)
    expect(out).toContain('It sounded wrong.')
    expect(out).toMatch(/✕ step \d+, notes: The notes [\d, ]+ have to sound, not [\d, ]+\./)
    expect(out).toMatch(/… \d+ steps before; print them with --all/)
  })

  it('prints every step if all are asked for', async () => {
    const { out } = await fretwork('report', 'show', '--all', good)
    expect(out).toMatch(/^ {4}1 {2}0:00\.000/m)
    expect(out).toContain('Nothing in it is wrong by what MIDI says.')
  })
})

describe('fretwork report replay', () => {
  it('says SAME where all is right and shows the same', async () => {
    const { code, out } = await fretwork('report', 'replay', good)
    expect(out).toContain('SAME  ')
    expect(code).toBe(0)
  })

  it('says STILL FAILING while the fault is there, and FIXED without it', async () => {
    const failing = await withFault(() => fretwork('report', 'replay', faulty))
    expect(failing.out).toContain('STILL FAILING  ')
    expect(failing.code).toBe(6)
    const fixed = await fretwork('report', 'replay', faulty)
    expect(fixed.out).toContain('FIXED  ')
    expect(fixed.out).toMatch(/first difference {2}step \d+, notes: /)
    expect(fixed.code).toBe(0)
  })

  it('says FAILING where only the replay is wrong', async () => {
    const { code, out } = await withFault(() => fretwork('report', 'replay', '--json', good))
    expect(JSON.parse(out)).toMatchObject({ verdict: 'FAILING', recorded: [], difference: { what: 'notes' } })
    expect(code).toBe(6)
  })

  it('writes the result as JUnit and HTML', async () => {
    const [junit, html] = [join(folder, 'r.xml'), join(folder, 'r.html')]
    await withFault(() => fretwork('report', 'replay', '--junit', junit, '--html', html, faulty))
    expect(await readFile(junit, 'utf8')).toContain('STILL FAILING')
    expect(await readFile(html, 'utf8')).toContain('fretwork report replay')
  })
})

describe('fretwork report shrink', () => {
  it('leaves the few messages that still fail', async () => {
    const output = join(folder, 'small.fretwork-report.json')
    const { code, out } = await withFault(() => fretwork('report', 'shrink', '--output', output, faulty))
    expect(out).toMatch(/became 3 steps \(notes\)/)
    expect(code).toBe(0)
    const small = tools.read(await readFile(output))
    expect(small.steps.map(step => (step.kind === 'midi' ? step.raw.slice(0, 5) : '')).sort()).toEqual([
      '80 40',
      '90 40',
      'b0 40',
    ])
    expect(await withFault(() => fretwork('report', 'replay', output))).toMatchObject({ code: 6 })
    expect(await fretwork('report', 'replay', output)).toMatchObject({ code: 0 })
  })

  it('refuses a report whose replay has no failure, and a file that is there', async () => {
    expect(await fretwork('report', 'shrink', good)).toMatchObject({
      code: 6,
      err: expect.stringContaining('its replay has no failure, so there is nothing to make smaller'),
    })
    expect(await fretwork('report', 'shrink', '--output', good, faulty)).toMatchObject({
      code: 2,
      err: expect.stringContaining('replace it with --force'),
    })
  })
})

describe('fretwork report to-test', () => {
  it('writes a test that names its steps', async () => {
    const small = join(folder, 'to-test.fretwork-report.json')
    const output = join(folder, 'sustain.test.ts')
    const { out } = await withFault(async () => {
      await fretwork('report', 'shrink', '--output', small, faulty)
      return fretwork('report', 'to-test', '--output', output, small)
    })
    expect(out).toContain('it fails while "notes" is there')
    const text = await readFile(output, 'utf8')
    expect(text).toContain("import { failuresAfter } from '")
    const steps = [...text.matchAll(/^ {6}'([0-9a-f ]+)',$/gm)].map(([, step = '']) => step)
    expect(steps.length).toBe(3)
    expect(await failuresAfter({ steps })).toEqual([])
    expect(await withFault(() => failuresAfter({ steps }))).toEqual([
      expect.stringMatching(/^The notes 64 have to sound, not \(none\)\.$/),
    ])
  })

  it('writes a golden run that passes', async () => {
    const output = join(folder, 'good.log.ndjson')
    const { out } = await fretwork('report', 'to-test', '--golden-run', '--output', output, good)
    expect(out).toContain('fretwork replay --fast --golden')
    const golden = join(folder, 'good.golden.ndjson')
    expect(await fretwork('replay', '--fast', '--golden', golden, output)).toMatchObject({ code: 0 })
  })
})

describe('A file that is not a problem report', () => {
  it.each([
    ['', 'is not well-formed JSON'],
    ['{}', 'is not a problem report: choose a .fretwork-report.json file'],
    [
      '{"format":"fretwork-report","version":2}',
      'has version 2; this Fretwork reads version 1. Update Fretwork.',
    ],
    ['{"format":"fretwork-report","version":1,"made":3}', 'is damaged at “made”'],
    [new Uint8Array([0x1f, 0x8b, ...new Array(14).fill(7), 1, 0, 0, 0]), 'cannot be unpacked'],
    [
      new Uint8Array([0x1f, 0x8b, ...new Array(14).fill(7), 255, 255, 255, 255]),
      'is too large: at most 64 MB are read',
    ],
    [new Uint8Array([0x1f, 0x8b]), 'cannot be unpacked'],
  ])('is refused with a sentence that names it: %s', async (content, sentence) => {
    const path = join(folder, 'bad.json')
    await writeFile(path, content)
    const { code, err } = await fretwork('report', 'show', path)
    expect(err).toContain(`${path}: `)
    expect(err).toContain(sentence)
    expect(code).toBe(3)
  })
})
