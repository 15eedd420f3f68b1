import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Option } from 'commander'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { helpOf } from '../../cli/commands/shell/manual.js'
import { EXIT } from '../../cli/errors.js'
import { withSubcommands } from '../../cli/help.js'
import { createProgram } from '../../cli/program.js'
import { replayReport, reportTools } from '../../cli/report/report-kernel.js'
import { oneNote } from '../plugins/midi-file/midi-bytes.js'
import { listening } from '../server/support/listening.js'
import { testFolder } from '../support/test-folder.js'
import { commandsBelow } from './all-commands.js'
import { played } from './report/playing.js'
import { fretwork, recordsIn } from './run-program.js'

const docs = await readFile(new URL('../../docs/cli.md', import.meta.url), 'utf8')

/** Returns the cells of the table whose first heading is `heading`. */
function table(heading: string): string[][] {
  const [, rows = ''] = docs.split(new RegExp(`\\n\\| ${heading} \\|.*\\n\\|---.*\\n`))
  return rows
    .split('\n\n')[0]
    ?.trimEnd()
    .split('\n')
    .map(row =>
      row
        .split('|')
        .slice(1, -1)
        .map(cell => cell.trim()),
    ) as string[][]
}
const quoted = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)
const all = commandsBelow(createProgram()).filter(({ path }) => path[0] !== 'complete')
const optionsOf = (long: string) =>
  all.flatMap(({ path, command }) => {
    const option = command.options.find(each => each.long === long)
    return option ? [{ path: path.join(' '), option }] : []
  })

it('the documentation and the help list the exit codes defined in the code', async () => {
  const { code, out } = await fretwork('help', 'exit-codes')
  expect(code).toBe(0)
  const printed = [...out.matchAll(/^ {2}(\d+) +(.+)$/gm)].map(([, number, meaning]) => [number, meaning])
  expect(printed).toEqual(table('code'))
  expect(printed.map(([number]) => Number(number))).toEqual(Object.values(EXIT))
  expect((await fretwork('--help')).out).toContain(out)
})

/** Flags whose meaning or value differs between commands, with the reason. */
const DIFFERENT: Readonly<Record<string, string>> = {
  '--port': 'a MIDI port to listen to, to play to as well, or to send to',
  '--tuning': 'of a neck for a song, or a named tuning',
  '--origin': 'may call the API, or signs tokens',
  '--tenant': 'of a call (FRETWORK_TENANT), or in the database of this server',
}

describe('flags', () => {
  const longs = new Set(all.flatMap(({ command }) => command.options.flatMap(({ long }) => long ?? [])))
  const asText = ({ flags, description }: Option) => `${flags}  ${description}`

  it.each([...longs].filter(long => !(long in DIFFERENT)))('%s has the same description everywhere', long => {
    expect(new Set(optionsOf(long).map(({ option }) => asText(option))).size).toBe(1)
  })

  it('every listed flag exception actually differs between commands', () => {
    for (const long of Object.keys(DIFFERENT)) {
      const meanings = new Set(optionsOf(long).map(({ option }) => asText(option)))
      expect([long, meanings.size > 1]).toEqual([long, true])
    }
  })

  it('flags are lowercase and hyphenated', () => {
    for (const long of longs) expect(long).toMatch(/^--[a-z]+(-[a-z0-9]+)*$/)
  })
})

/** Commands without records: they print a file, prose, a script, or one sentence. */
const NO_RECORDS = [
  /^(manual|api token|plugins dev|song (convert|render|repair)|report (shrink|to-test)|midi (send|panic))$/,
  /^server (start|config|migrate|create-admin|remove-second-factor|backup|restore|demo-data|rotate-key|user (invite|grant|delete))$/,
  /^server tenant (add|set|remove|provider (set|remove))$/,
]

describe('--json', () => {
  const leaves = all.filter(({ command }) => command.commands.length === 0)
  const documented = new Map(
    table('command').flatMap(([commands, , fields]) => quoted(commands).map(name => [name, fields ?? ''])),
  )

  it('every command that prints records supports --json', () => {
    const taking = optionsOf('--json').map(({ path }) => path)
    const silent = leaves
      .map(({ path }) => path.join(' '))
      .filter(path => NO_RECORDS.some(pattern => pattern.test(path)))
    expect([...taking, ...silent].toSorted()).toEqual(leaves.map(({ path }) => path.join(' ')).toSorted())
  })

  it('every command with --json has a row in the documentation', () => {
    const taking = optionsOf('--json').map(({ path }) => path)
    expect([...documented.keys()].filter(name => name !== 'run --search').toSorted()).toEqual(
      taking.toSorted(),
    )
  })

  const environments = { one: {}, two: { baseUrl: 'https://x.test', tenant: 'x' } }
  const piece = { id: 'a', score: [[0, 1, 60]], performance: [[0, 1, 60]], matches: [[0, 0]] }
  const files = {
    'config.json': JSON.stringify({ environments }),
    'song.mid': oneNote,
    'broken.mid': 'no song',
    'pieces.json': JSON.stringify({ pieces: [piece] }),
  }
  const { at } = testFolder(files, true)

  it.each([
    ['api env', []],
    ['api list', []],
    ['chord name', ['C', 'E', 'G']],
    ['chord voicings', ['Am', '--limit', '2']],
    ['plugins allow', ['sound']],
    ['plugins check', []],
    ['plugins graph', []],
    ['plugins list', []],
    ['plugins refuse', ['sound', 'midi-in']],
    ['practice align', ['@pieces.json']],
    ['practice score', ['@pieces.json']],
    ['replay', ['--fast', '@song.mid']],
    ['run', []],
    ['run --search', ['tuning']],
    ['song diff', ['@song.mid', '@song.mid']],
    ['song info', ['@song.mid']],
    ['song validate', ['@song.mid', '@broken.mid']],
  ] as const)('--json of %s prints one object per line with the documented fields', async (name, args) => {
    const given = args.map(word => (word.startsWith('@') ? at(word.slice(1)) : word))
    const { out } = await fretwork(...name.split(' '), ...given, '--json')
    expect(out.endsWith('\n')).toBe(true)
    const fields = documented.get(name) ?? ''
    const [own = ''] = fields.split(';')
    const may = quoted(own).map(field => field.replace('?', ''))
    const must = quoted(own).filter(field => !field.endsWith('?'))
    for (const record of recordsIn<object>(out)) {
      const keys = Object.keys(record)
      expect(keys).toEqual(expect.arrayContaining(must))
      if (!fields.includes('and others')) expect(may).toEqual(expect.arrayContaining(keys))
    }
  })
})

/** Examples that need a special environment, with the test that covers them and the reason. */
const ELSEWHERE: readonly (readonly [example: RegExp, where: string])[] = [
  [/^fretwork (library|sync) /, 'commands/library/library.integration.test.ts: needs an account'],
  [/ audio /, 'audio.test.ts: a recording'],
  [/--port|midi monitor/, 'replay-port.test.ts: a port'],
  [/ song render /, 'song-render.test.ts: rendering takes long'],
  [/ --sound /, 'sound-print.test.ts: rendering takes long'],
  [/ report (shrink|to-test) /, 'commands/report/report.test.ts: a fault'],
  [/--app/, 'e2e/midi/replay-bridge.spec.ts: a browser'],
  [/^(cat|fretwork .*\|)/, 'replay.test.ts: a shell'],
  [/^curl/, 'commands/api/api.integration.test.ts: a server'],
  [
    / api (login|whoami|logout|call auth|call user|call tenant|check|GET)/,
    'api.integration.test.ts: a server',
  ],
  [/ plugins (install|remove) /, 'plugins/plugins-install.test.ts: a registry'],
  [/ --plugins /, 'packages/packages.test.ts: a package'],
  [/ plugins dev /, 'create-plugin.test.ts: a plugin'],
  [/ plugins (allow|refuse|check (\.|dist))|^npm/, 'plugins-*.test.ts: a separate package'],
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

/** Returns the lines below each "For example:" in every command's help. */
const examples = (): string[] =>
  withSubcommands(createProgram())
    .flatMap(command => helpOf(command).split('For example:\n').slice(1))
    .flatMap(part => /^( {2}\S.*\n?)+/.exec(part)?.[0].split('\n') ?? [])
    .map(line => line.trim())
    .filter(line => line !== '')

/** Splits a command line as a shell does. */
const wordsOf = (line: string) =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  )

describe('help examples', () => {
  it('all help examples run as printed', async () => {
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

  it('every help example covered by another test still exists', () => {
    const lines = examples()
    for (const [pattern, where] of ELSEWHERE)
      expect([where, lines.some(line => pattern.test(line))]).toEqual([where, true])
  })
})

describe('command manual', () => {
  it('docs/cli.md contains every command’s description', async () => {
    const documented = await readFile(new URL('../../docs/cli.md', import.meta.url), 'utf8')
    const [, reference = ''] = documented.split('## Reference\n\n')
    const { out } = await fretwork('manual', '--format', 'markdown')
    expect(reference, 'npm run -s fretwork manual -- --format markdown').toBe(out)
  })

  it('text lines in the man page never start with a roff request', async () => {
    const { code, out } = await fretwork('manual')
    expect(code).toBe(0)
    expect(out).toMatch(/^\.TH FRETWORK 1 /)
    const orders = out.split('\n').filter(line => line.startsWith('.'))
    expect(orders.filter(line => !/^\.(TH|SH|nf|fi)( |$)/.test(line))).toEqual([])
  })
})
