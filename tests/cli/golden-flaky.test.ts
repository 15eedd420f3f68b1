import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { oneNote } from '../plugins/midi-file/midi-bytes.js'
import { testFolder } from '../support/test-folder.js'

vi.mock('../../cli/replay/play-file.js', async original => {
  const real = await original<typeof import('../../cli/replay/play-file.js')>()
  let runs = 0
  const playFile: typeof real.playFile = (file, options, endings) => {
    if (!file.endsWith('flaky.mid')) return real.playFile(file, options, endings)
    runs += 1
    return real.playFile(file, { ...options, edits: { ...options.edits, transpose: runs } }, endings)
  }
  return { ...real, playFile }
})

// Test files share a process, so the real player may already be loaded.
vi.resetModules()
const { fretwork, recordsIn } = await import('./run-program.js')
const { at } = testFolder({}, true)
const files = () => [at('flaky.mid'), at('other.mid'), at('same.mid')]

beforeAll(async () => {
  for (const file of files()) await writeFile(file, oneNote)
  await fretwork('replay', '--fast', '--golden', at('golden'), '--update', ...files())
  const other = at('golden/other.mid.golden.ndjson')
  await writeFile(other, (await readFile(other, 'utf8')).replace('"number":64', '"number":65'))
})
afterAll(() => void vi.resetModules())

const run = (...words: string[]) =>
  fretwork('replay', '--fast', '--golden', at('golden'), ...words, ...files())

describe('flaky golden files', () => {
  it('a file that differs between two runs is reported as flaky, unlike a stable difference', async () => {
    const { code, err } = await run()
    expect(code).toBe(6)
    expect(err).toMatch(
      /flaky\.mid is flaky: it differs from .*flaky\.mid\.golden\.ndjson, and a second run differs from the first at line 2, 00:00:00:000:\n/,
    )
    expect(err).toMatch(/^.*other\.mid differs from .* at line 2, /m)
    expect(err).toContain('1 of 3 match their golden logs.')
  })

  it('a flaky file has its own status in JSON, JUnit and HTML', async () => {
    const { out } = await run('--json', '--junit', at('report.xml'), '--html', at('report.html'))
    expect(recordsIn<{ status: string }>(out).map(({ status }) => status)).toEqual([
      ...['flaky', 'different', 'equal'],
    ])
    const xml = await readFile(at('report.xml'), 'utf8')
    expect(xml).toMatch(/<failure message="[^"]*flaky\.mid is flaky: [^"]*" type="flaky">/)
    expect(xml).toMatch(/<failure message="[^"]*other\.mid differs [^"]*" type="different">/)
    const html = await readFile(at('report.html'), 'utf8')
    expect(html).toContain('1 ok, 1 failed, 1 flaky, 0 could not be checked, 0 left out')
  })
})
