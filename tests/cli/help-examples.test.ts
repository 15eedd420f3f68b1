// Every example of every help is run, in a folder with the files that they name.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ENDPOINTS } from '../../src/core/api/endpoints.js'
import { oneNote } from '../plugins/midi-file/midi-bytes.js'
import { fretwork } from './run-program.js'

/** What an example needs that a test of this kind has not; where it is run instead. */
const ELSEWHERE: readonly (readonly [example: RegExp, where: string])[] = [
  [/--port|midi monitor/, 'replay-port.test.ts: a port'],
  [/--app/, 'e2e/midi/replay-bridge.spec.ts: a browser'],
  [/^(cat|fretwork .*\|)/, 'replay.test.ts: a shell'],
  [
    / api (login|whoami|logout|call auth|call user|call tenant|check|GET)/,
    'api.integration.test.ts: a server',
  ],
  [/ plugins (new|enable|disable|check dist)|^npm/, 'plugins-*.test.ts: a package of its own'],
]

let folder = ''
let before = ''
const hosts = createServer((_request, response) => response.end('{}'))

beforeAll(async () => {
  before = process.cwd()
  folder = await mkdtemp(join(tmpdir(), 'fretwork-examples-'))
  await writeFile(join(folder, 'song.mid'), oneNote)
  process.chdir(folder)
  await fretwork('song', 'convert', 'song.mid', 'song.json')
  const log = await fretwork('replay', '--fast', '--format', 'json', 'song.mid')
  await writeFile(join(folder, 'log.json'), log.out)
  await new Promise<void>(resolve => hosts.listen(0, '127.0.0.1', resolve))
  vi.stubEnv('FRETWORK_URL', `http://127.0.0.1:${(hosts.address() as AddressInfo).port}`)
  vi.stubEnv('FRETWORK_CLI_STATE', join(folder, 'cli.json'))
  vi.stubEnv('FRETWORK_CLI_CONFIG', join(folder, 'config.json'))
})
afterAll(async () => {
  process.chdir(before)
  vi.unstubAllEnvs()
  hosts.close()
  await rm(folder, { recursive: true })
})

async function manual(): Promise<string> {
  return (await fretwork('manual', '--format', 'markdown')).out
}

/** The lines below each "For example:". */
function examplesIn(text: string): string[] {
  return text
    .split('For example:\n')
    .slice(1)
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
  it('all run, as they stand there', async () => {
    // The library of completions prints by the console.
    vi.spyOn(console, 'log').mockImplementation(() => undefined)
    const lines = [...new Set(examplesIn(await manual()))]
    expect(lines.length).toBeGreaterThan(30)
    const here = lines.filter(line => !ELSEWHERE.some(([pattern]) => pattern.test(line)))
    expect(here.length).toBeGreaterThan(20)
    for (const line of here) {
      const [program, ...words] = wordsOf(line)
      expect(program).toBe('fretwork')
      const { code, err } = await fretwork(...words)
      expect([line, code, code === 0 ? '' : err]).toEqual([line, 0, ''])
    }
  }, 60_000)

  it('are left to another test only for a reason that still holds', async () => {
    const lines = examplesIn(await manual())
    for (const [pattern, where] of ELSEWHERE) {
      expect([where, lines.some(line => pattern.test(line))]).toEqual([where, true])
    }
  })
})

/** What a shell would show for these words, the last of which is being typed. */
async function offered(...words: string[]): Promise<string[]> {
  const { out } = await fretwork('complete', '--', ...words)
  const lines = out.trimEnd().split('\n')
  expect(lines.pop()).toMatch(/^:\d$/)
  return lines.map(line => line.split('\t')[0] ?? '')
}

describe('completions', () => {
  it.each(['bash', 'zsh', 'fish'])('are written for %s', async shell => {
    const { code, out } = await fretwork('complete', shell)
    expect(code).toBe(0)
    expect(out).toContain('fretwork')
  })

  it('never run what is typed, need no package, and can be sourced twice (bash)', async () => {
    const { out } = await fretwork('complete', 'bash')
    const script = join(folder, 'completion.bash')
    const asked = join(folder, 'asked')
    await writeFile(script, out)
    const typed = `
compopt() { :; }
source '${script}'; source '${script}'
fretwork() { printf '%s\n' "$@" > '${asked}'; }
COMP_WORDS=(fretwork replay '"$(touch ran)"' '>' out.txt --fo rest) COMP_CWORD=5
__fretwork_complete
exit 0`
    execFileSync('bash', ['-c', typed], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
    expect((await readFile(asked, 'utf8')).trimEnd().split('\n')).toEqual([
      ...['complete', '--', 'replay', '"$(touch ran)"', '>', 'out.txt', '--fo'],
    ])
    expect(await readdir(folder)).not.toEqual(expect.arrayContaining(['ran']))
    expect(await readdir(folder)).not.toEqual(expect.arrayContaining(['out.txt']))
  })

  it('know the words and the choices of a flag', async () => {
    expect(await offered('replay', '--format', '')).toEqual(['text', 'json', 'ndjson', 'tab', 'neck'])
  })

  it('know the calls of the contract, the commands of plugins, and the plugins', async () => {
    expect(await offered('api', 'call', 'auth.l')).toEqual(['auth.login', 'auth.logout'])
    expect(await offered('api', 'list', '')).toHaveLength(ENDPOINTS.length)
    expect(await offered('run', 'midi-io.set-ch')).toEqual(['midi-io.set-channel'])
    expect(await offered('plugins', 'disable', 'sou')).toEqual(['sound'])
  })

  it('know the tenants and servers that were named, and those with a session', async () => {
    const config = { environments: { staging: { baseUrl: 'https://x.test', tenant: 'acme' } } }
    await writeFile(join(folder, 'config.json'), JSON.stringify(config))
    await writeFile(join(folder, 'state.json'), JSON.stringify({ 'session https://y.test beta': '{}' }))
    vi.stubEnv('FRETWORK_CLI_CONFIG', join(folder, 'config.json'))
    vi.stubEnv('FRETWORK_CLI_STATE', join(folder, 'state.json'))
    vi.stubEnv('FRETWORK_TENANT', 'mine')
    const known = ['fretwork', 'mine', 'acme', 'beta']
    expect(await offered('api', 'whoami', '--tenant', '')).toEqual(known)
    expect(await offered('server', 'tenant', 'set', '')).toEqual(known)
    expect(await offered('api', 'whoami', '--env', '')).toEqual(['staging'])
    vi.unstubAllEnvs()
  })

  it('leave files to the shell where they have nothing to offer', async () => {
    expect((await fretwork('complete', '--', 'replay', 'so')).out).toBe(':0\n')
    expect((await fretwork('complete', '--', 'api', 'call', 'auth.login')).out).toMatch(/\n:4\n$/)
  })

  it('can be evaluated before the completions of zsh were started', async () => {
    const { out } = await fretwork('complete', 'zsh')
    expect(out.startsWith('#compdef fretwork\n')).toBe(true)
    const lines = out.split('\n')
    expect(lines[lines.indexOf('compdef _fretwork fretwork') - 1]).toBe(
      '(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }',
    )
  })

  it.runIf(existsSync('/bin/zsh'))('are there once zsh has evaluated them', async () => {
    await writeFile(join(folder, 'completion.zsh'), (await fretwork('complete', 'zsh')).out)
    const typed = 'eval "$(<completion.zsh)"; print -r -- $_comps[fretwork]'
    const said = execFileSync('zsh', ['-f', '-c', typed], {
      ...({ cwd: folder, encoding: 'utf8' } as const),
      env: { ...process.env, ZDOTDIR: folder },
    })
    expect(said).toBe('_fretwork\n')
  })

  it('are refused for a shell that is not there', async () => {
    expect(await fretwork('complete', 'dos')).toMatchObject({ code: 2, out: '' })
  })
})

describe('the manual', () => {
  it('is what docs/cli.md says of every command', async () => {
    const documented = await readFile(new URL('../../docs/cli.md', import.meta.url), 'utf8')
    const [, reference = ''] = documented.split('## Reference\n\n')
    expect(reference).toBe(await manual())
  })

  it('is a page for man that no line breaks', async () => {
    const { code, out } = await fretwork('manual')
    expect(code).toBe(0)
    expect(out).toMatch(/^\.TH FRETWORK 1 /)
    const orders = out.split('\n').filter(line => line.startsWith('.'))
    expect(orders.filter(line => !/^\.(TH|SH|nf|fi)( |$)/.test(line))).toEqual([])
  })
})
