import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { midiFile, oneNote } from '../plugins/midi-file/midi-bytes.js'
import { BUILT_CLI } from '../support/built.js'
import { fretwork } from './run-program.js'

/** Notes of a tenth of a second, one after the other: 480 ticks to the half second. */
const scale = (notes: readonly number[], velocity = 100) =>
  midiFile(0, [
    [...notes.flatMap(note => [0, 0x90, note, velocity, 96, 0x80, note, 64]), ...[0, 0xff, 0x2f, 0]],
  ])
const SCALE = [60, 62, 64, 65, 67, 69, 71, 72]

let folder = ''
const at = (name: string) => join(folder, name)
const replay = (...words: string[]) => fretwork('replay', '--fast', ...words)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fretwork-golden-'))
  await writeFile(at('scale.mid'), scale(SCALE))
  await writeFile(at('one.mid'), oneNote)
})
afterEach(() => rm(folder, { recursive: true }))

/** Writes the golden logs of both files. */
const keep = () => replay('--golden', at('golden'), '--update', at('scale.mid'), at('one.mid'))
const changed = (...differing: readonly [index: number, note: number][]) => {
  const notes = [...SCALE]
  for (const [index, note] of differing) notes[index] = note
  return writeFile(at('scale.mid'), scale(notes))
}
const both = () => ['--golden', at('golden'), at('scale.mid'), at('one.mid')]

describe('a golden run that differs', () => {
  it('goes on to the end, and shows each stretch with its line and time', async () => {
    await keep()
    await changed([1, 61], [5, 68])
    const { code, err } = await replay(...both())
    expect(code).toBe(6)
    const golden = at('golden/scale.mid.golden.ndjson')
    expect(err).toContain(`${at('scale.mid')} differs from ${golden} at line 4, 00:00:00:100:\n`)
    expect(err).toMatch(/^then at line 12, 00:00:00:500:\n- {4}12 {2}.* A4 /m)
    expect(err).toContain('1 of 2 are as they should be.\n')
  })

  it('draws the expected and the actual notes on two necks, side by side', async () => {
    await keep()
    await changed([7, 73])
    const { err } = await replay(...both())
    const lines = err.split('\n')
    const begins = lines.findIndex(line => line.startsWith('expected: C5'))
    expect(lines[begins]).toMatch(/^expected: C5 +\| actual: C#5$/)
    expect(lines[begins + 1]?.split(' | ')).toHaveLength(2)
    expect(lines.slice(begins, begins + 8).every(line => line.length <= 80)).toBe(true)
  })

  it('draws them in HTML, which still runs and loads nothing', async () => {
    await keep()
    await changed([1, 61])
    await replay(...both().slice(0, 2), '--html', at('report.html'), at('scale.mid'), at('one.mid'))
    const html = await readFile(at('report.html'), 'utf8')
    expect(html).toMatch(
      /<figcaption>Expected<\/figcaption><svg [^>]*aria-label="Expected at 00:00:00:100: D4"/,
    )
    expect(html).toMatch(/<figcaption>Actual<\/figcaption><svg [^>]*aria-label="Actual at 00:00:00:100: C#4"/)
    expect(html).not.toMatch(/<script|(src|href)=/)
  })

  it('draws nothing where the same notes sound', async () => {
    await keep()
    await writeFile(at('scale.mid'), scale(SCALE, 90))
    const { err } = await replay(...both())
    expect(err).toContain('attack: ')
    expect(err).not.toContain('expected: ')
  })

  it('is one line of JSON for each file, with the time that each file took', async () => {
    await keep()
    await changed([1, 61], [5, 68])
    const { code, out, err } = await replay('--json', ...both())
    expect([code, err]).toEqual([6, ''])
    const records = out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
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

/** The program as shipped: its threads load the built code. */
function start(words: readonly string[]) {
  const program = spawn(process.execPath, [BUILT_CLI, 'replay', ...words], { cwd: folder })
  program.stdout.resume()
  let err = ''
  program.stderr.setEncoding('utf8').on('data', text => {
    err += text
  })
  return { program, err: () => err, closed: once(program, 'close') }
}

describe('a golden run in threads', () => {
  it('says the same in the same order as in one', async () => {
    const files = Array.from({ length: 9 }, (_, index) => `song-${index}.mid`)
    for (const [index, file] of files.entries()) await writeFile(at(file), scale([60 + index, 62]))
    const first = start(['--fast', '--jobs', '3', '--golden', 'logs', '--update', ...files])
    expect(await first.closed).toEqual([0, null])
    await writeFile(at('song-1.mid'), scale([50]))
    await writeFile(at('song-4.mid'), 'no song')
    const run = async (jobs: string) => {
      const { closed, err } = start(['--fast', '--jobs', jobs, '--golden', 'logs', ...files])
      const [code] = await closed
      return { code, err: err() }
    }
    const [alone, together] = [await run('1'), await run('3')]
    expect(together).toEqual(alone)
    expect(together.code).toBe(3)
    expect(together.err).toContain('7 of 9 are as they should be.')
  })

  it('ends all of them with Ctrl-C', async () => {
    await writeFile(
      at('long.mid'),
      midiFile(0, [[...[0, 0x90, 60, 100, 0xff, 0xff, 0x7f, 0x80, 60, 64, 0, 0xff, 0x2f, 0]]]),
    )
    const files = ['one.mid', 'long.mid', 'scale.mid']
    expect(await start(['--fast', '--golden', 'logs', '--update', ...files]).closed).toEqual([0, null])
    const { program, err, closed } = start(['--jobs', '2', '--golden', 'logs', ...files])
    await once(program.stderr, 'data')
    program.kill('SIGINT')
    expect(await closed).toEqual([130, null])
    expect(err()).toBe('one.mid: as in its golden log (3 events)\n')
  })
})

/** A terminal, of which the program asks this only. */
const atTerminal = () => {
  process.stdout.isTTY = true
}
afterEach(() => {
  process.stdout.isTTY = false
})

describe('a golden run that watches', () => {
  it('compares again what has changed, also its log, and ends with Ctrl-C', async () => {
    await keep()
    atTerminal()
    let written = ''
    const listening = vi.fn((text: string) => {
      written += text
    })
    const ended = fretwork('replay', '--fast', '--watch', '--junit', at('report.xml'), ...both())
    const write = vi.mocked(process.stderr.write).getMockImplementation()
    vi.mocked(process.stderr.write).mockImplementation((...words) => {
      listening(String(words[0]))
      return write?.(...words) ?? true
    })
    const said = (text: string | RegExp) => vi.waitUntil(() => written.match(text), { timeout: 10_000 })

    await said('Watching 2 files; Ctrl-C ends.')
    await changed([1, 61])
    await said(/scale\.mid: differs at line 4, 00:00:00:100 \(1 stretch\) in \d+ ms\n/)
    expect(await readFile(at('report.xml'), 'utf8')).toContain('failures="1"')
    await changed()
    await said(/scale\.mid: as in its golden log \(17 events\) in \d+ ms\n/)
    await rm(at('golden/one.mid.golden.ndjson'))
    await said(/There is no golden log .*one\.mid\.golden\.ndjson"; write it with --update\. in \d+ ms\n/)
    process.emit('SIGINT', 'SIGINT')
    const { code, err } = await ended
    expect(code).toBe(130)
    expect(err.match(/scale\.mid/g)?.length).toBeGreaterThanOrEqual(3)
  })
})

describe('the reason for a golden log that changes', () => {
  const update = () => fretwork('replay', '--fast', '--update', ...both())
  const typing = () => {
    const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input })
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as unknown as typeof process.stdin)
    return input
  }
  const asked = (input: PassThrough) =>
    vi.waitUntil(() => input.listenerCount('keypress') > 0, { timeout: 10_000 })

  it('is asked for once at a terminal, for all logs', async () => {
    await keep()
    await changed([1, 61])
    await writeFile(at('one.mid'), scale([60]))
    const input = typing()
    const ended = update()
    await asked(input)
    input.write('a new take\r')
    const { code, err } = await ended
    expect([code, err.match(/Why does ".*" change\?/g)?.length]).toEqual([0, 1])
    const reasons = (await readFile(at('golden/golden-reasons.ndjson'), 'utf8')).trim().split('\n')
    expect(reasons.map(line => JSON.parse(line))).toMatchObject([
      { log: 'scale.mid.golden.ndjson', reason: 'a new take' },
      { log: 'one.mid.golden.ndjson', reason: 'a new take' },
    ])
  })

  it('is not asked for where no log changes', async () => {
    await keep()
    typing()
    expect(await update()).toMatchObject({ code: 0, err: expect.not.stringContaining('Why') })
  })

  it('may not be empty', async () => {
    await keep()
    await changed([1, 61])
    const input = typing()
    const ended = update()
    await asked(input)
    input.write('  \r')
    expect(await ended).toMatchObject({ code: 2, err: expect.stringContaining('say why with --reason.') })
  })

  it('is given up with Ctrl-C, and the log stays', async () => {
    await keep()
    await changed([1, 61])
    const before = await readFile(at('golden/scale.mid.golden.ndjson'))
    const input = typing()
    const ended = update()
    await asked(input)
    input.write('\x03')
    const { code, err } = await ended
    expect(code).toBe(130)
    expect(err).toContain('Stopped; no further golden log was written.')
    expect(await readFile(at('golden/scale.mid.golden.ndjson'))).toEqual(before)
  })
})
