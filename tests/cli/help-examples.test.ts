import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { helpOf } from '../../cli/commands/shell/manual.js'
import { withSubcommands } from '../../cli/help.js'
import { createProgram } from '../../cli/program.js'
import { replayReport, reportTools } from '../../cli/report/report-kernel.js'
import { oneNote } from '../plugins/midi-file/midi-bytes.js'
import { listening } from '../server/support/listening.js'
import { testFolder } from '../support/test-folder.js'
import { played } from './report/fault-run.js'
import { fretwork } from './run-program.js'

/** What an example needs that a test of this kind has not; where it is run instead. */
const ELSEWHERE: readonly (readonly [example: RegExp, where: string])[] = [
  [/^fretwork (library|sync) /, 'commands/library/library.integration.test.ts: needs an account'],
  [/--port|midi monitor/, 'replay-port.test.ts: a port'],
  [/ report shrink /, 'commands/report/report.test.ts: a fault'],
  [/--app/, 'e2e/midi/replay-bridge.spec.ts: a browser'],
  [/^(cat|fretwork .*\|)/, 'replay.test.ts: a shell'],
  [/^curl/, 'commands/api/api.integration.test.ts: a server'],
  [
    / api (login|whoami|logout|call auth|call user|call tenant|check|GET)/,
    'api.integration.test.ts: a server',
  ],
  [/ plugins (install|remove) /, 'plugins/plugins-install.test.ts: a registry'],
  [/ --plugins /, 'packages/packages.test.ts: a package'],
  [/ plugins (allow|refuse|check dist)|^npm/, 'plugins-*.test.ts: a package of its own'],
]

const { at } = testFolder({ 'song.mid': oneNote }, true)
const before = process.cwd()
const hosts = createServer((_request, response) => response.end('{}'))

beforeAll(async () => {
  process.chdir(at())
  await fretwork('song', 'convert', 'song.mid', 'song.json')
  const piece = { score: [[0, 1, 60]], performance: [[0, 1, 60]], matches: [[0, 0]] }
  await writeFile(at('performances.json'), JSON.stringify({ pieces: [piece] }))
  const { report } = await replayReport(played(1))
  await writeFile(at('problem.fretwork-report.json'), (await reportTools()).write(report))
  const log = await fretwork('replay', '--fast', '--format', 'json', 'song.mid')
  await writeFile(at('log.json'), log.out)
  vi.stubEnv('FRETWORK_URL', await listening(hosts))
})
afterAll(() => {
  process.chdir(before)
  hosts.close()
})

/** The lines below each "For example:" of every help. */
function examples(): string[] {
  return withSubcommands(createProgram())
    .flatMap(command => helpOf(command).split('For example:\n').slice(1))
    .flatMap(part => /^( {2}\S.*\n?)+/.exec(part)?.[0].split('\n') ?? [])
    .map(line => line.trim())
    .filter(line => line !== '')
}

/** As a shell splits them. */
const wordsOf = (line: string) =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  )

describe('the examples of the help', () => {
  it('all run as printed', async () => {
    const lines = [...new Set(examples())]
    expect(lines.length).toBeGreaterThan(30)
    const here = lines.filter(line => !ELSEWHERE.some(([pattern]) => pattern.test(line)))
    expect(here.length).toBeGreaterThan(20)
    for (const line of here) {
      const [program, ...words] = wordsOf(line)
      expect(program).toBe('fretwork')
      const { code, err } = await fretwork(...words)
      expect([line, code, code === 0 ? '' : err]).toEqual([line, 0, ''])
    }
  })

  it('are left to another test only for a reason that still holds', () => {
    const lines = examples()
    for (const [pattern, where] of ELSEWHERE) {
      expect([where, lines.some(line => pattern.test(line))]).toEqual([where, true])
    }
  })
})

describe('the manual', () => {
  it('is what docs/cli.md says of every command', async () => {
    const documented = await readFile(new URL('../../docs/cli.md', import.meta.url), 'utf8')
    const [, reference = ''] = documented.split('## Reference\n\n')
    const { out } = await fretwork('manual', '--format', 'markdown')
    expect(reference, 'npm run -s fretwork manual -- --format markdown').toBe(out)
  })

  it('is a page for man that no line breaks', async () => {
    const { code, out } = await fretwork('manual')
    expect(code).toBe(0)
    expect(out).toMatch(/^\.TH FRETWORK 1 /)
    const orders = out.split('\n').filter(line => line.startsWith('.'))
    expect(orders.filter(line => !/^\.(TH|SH|nf|fi)( |$)/.test(line))).toEqual([])
  })
})
