import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises'
import { describe, expect, it, vi } from 'vitest'
import { createProgram } from '../../cli/program.js'
import { ENDPOINTS } from '../../src/core/contract/endpoints.js'
import { commandsBelow } from '../cli/all-commands.js'
import { fretwork } from '../cli/run-program.js'
import { BUILT_CLI } from '../support/built.js'
import { testFolder } from '../support/test-folder.js'

const { at } = testFolder()

/** Returns the completions that a shell would show. The last word is incomplete. */
async function offered(...words: string[]): Promise<string[]> {
  const { out } = await fretwork('complete', '--', ...words)
  return out.split('\n').flatMap(line => line.split('\t')[0] || [])
}

describe('shell completion candidates', () => {
  it('candidates include the commands, options and choices listed in the help', async () => {
    expect(await offered('re')).toEqual(['replay', 'report'])
    expect(await offered('server', 'tenant', 'pro')).toEqual(['provider'])
    expect(await offered('help', 'server', 'ten')).toEqual(['tenant'])
    expect(await offered('replay', 'song.mid', '--fo')).toEqual(['--format'])
    expect(await offered('replay', '--format', '')).toEqual(['text', 'json', 'ndjson', 'tab', 'neck'])
    expect(await offered('replay', '--format', 'tab', '--fr')).toEqual(['--from'])
  })

  it('the options completed for each command match the options it accepts', async () => {
    for (const { path, command } of commandsBelow(createProgram())) {
      const taken = command
        .createHelp()
        .visibleOptions(command)
        .map(({ long }) => long)
      expect([path, await offered(...path, '--')]).toEqual([path, taken])
    }
    expect(await offered('song', 'info', '--js')).toEqual(['--json'])
    expect(await offered('song', 'convert', '--js')).toEqual([])
    expect(await offered('api', 'get', '--cu')).toEqual(['--curl'])
  })

  it('a plugin command completes its own flags but not those of "run"', async () => {
    expect(await offered('run', 'midi-io.set-channel', '--')).toEqual(['--channel', '--help', '--verbose'])
    expect(await offered('run', '--js')).toEqual(['--json'])
    expect(await offered('run', '--json', 'midi-io.set-channel', '--js')).toEqual([])
  })

  it('options are completed if nothing else matches, and nothing is completed after --', async () => {
    expect(await offered('midi', 'ports', '')).toEqual(['--json', '--verbose', '--help'])
    expect(await offered('replay', '--', '--fo')).toEqual([])
  })

  it('a value after an equals sign is completed, regardless of how the shell splits words', async () => {
    expect(await offered('replay', '--format=te')).toEqual(['--format=text'])
    expect(await offered('replay', '--format', '=', 'te')).toEqual(['text'])
    expect(await offered('manual', '--format', '=')).toEqual(['man', 'markdown'])
  })

  it('API calls, plugin commands and plugins are completed', async () => {
    expect(await offered('api', 'call', 'auth.l')).toEqual(['auth.login', 'auth.logout'])
    expect(await offered('api', 'list', '')).toHaveLength(ENDPOINTS.length)
    expect(await offered('run', 'midi-io.set-ch')).toEqual(['midi-io.set-channel'])
    expect(await offered('plugins', 'allow', 'sou')).toEqual(['sound', 'sound-banks'])
  })

  it('configured tenants and servers are completed, including servers with a saved session', async () => {
    const config = { environments: { staging: { baseUrl: 'https://x.test', tenant: 'acme' } } }
    await writeFile(at('config.json'), JSON.stringify(config))
    await writeFile(at('cli.json'), JSON.stringify({ 'session https://y.test beta': '{}' }))
    vi.stubEnv('FRETWORK_TENANT', 'mine')
    const known = ['fretwork', 'mine', 'acme', 'beta']
    expect(await offered('api', 'whoami', '--tenant', '')).toEqual(known)
    expect(await offered('server', 'tenant', 'set', '')).toEqual(known)
    expect(await offered('api', 'whoami', '--env', '')).toEqual(['staging'])
  })

  it('file arguments have no candidates, so the shell completes file names', async () => {
    expect(await fretwork('complete', '--', 'replay', 'so')).toMatchObject({ code: 0, out: '' })
    expect(await offered('replay', '--junit', '')).toEqual([])
  })

  it('an unknown shell is rejected', async () => {
    expect(await fretwork('complete', 'dos')).toMatchObject({ code: 2, out: '' })
  })
})

const has = (program: string) => spawnSync('which', [program]).status === 0

/** Interactive shells with a command "show" that is completed like "fretwork" and prints its arguments. */
const SHELLS = [
  ['bash', 'bash --norc --noprofile -i', 'show() { echo "<$*>"; }; complete -o default -F _fretwork show'],
  ['zsh', 'zsh -f -i', 'show() { echo "<$*>" }; compdef _fretwork show'],
  [
    'fish',
    'fish -N -i',
    'function show; echo "<$argv>"; end; complete -c show -f -a "(__fretwork_complete)"',
  ],
] as const

describe.each(SHELLS)('%s completion script', (shell, start, show) => {
  // `script` provides the terminal that shells require for completion.
  it.runIf(has(shell) && has('script') && process.platform === 'linux')(
    'the completion script completes commands, options, values and files',
    async () => {
      const program = at('fretwork')
      await writeFile(program, `#!/bin/sh\nexec '${process.execPath}' '${BUILT_CLI}' "$@"\n`)
      await chmod(program, 0o755)
      await writeFile(at('song.mid'), '')
      await writeFile(at('completions'), (await fretwork('complete', shell)).out)
      const typed = [
        `source ./completions; ${show}`,
        'show repl\t--fa\tso\t',
        'show manual --format=mar\t',
        'show api call auth.logi\t',
        'exit',
      ]
      const screen = execFileSync('script', ['-qec', start, '/dev/null'], {
        ...{ cwd: at(), encoding: 'utf8', input: `${typed.join('\n')}\n` },
        env: { ...process.env, PATH: `${at()}:${process.env.PATH}`, HOME: at() },
      })
      const printed = [...screen.matchAll(/^<(.*)>\r?$/gm)].map(([, words]) => words)
      expect(printed).toEqual(['replay --fast song.mid', 'manual --format=markdown', 'api call auth.login'])
    },
    60_000,
  )
})

it('the bash completion script never runs typed text and can be sourced twice', async () => {
  await writeFile(at('completions'), (await fretwork('complete', 'bash')).out)
  const typed = `
source ./completions; source ./completions
fretwork() { printf '%s\n' "$@" > asked; }
COMP_WORDS=(fretwork replay '"$(touch ran)"' '>' out.txt --fo rest) COMP_CWORD=5
_fretwork`
  execFileSync('bash', ['-c', typed], { cwd: at() })
  expect((await readFile(at('asked'), 'utf8')).trimEnd().split('\n')).toEqual([
    ...['complete', '--', 'replay', '"$(touch ran)"', '>', 'out.txt', '--fo'],
  ])
  expect(await readdir(at())).not.toEqual(expect.arrayContaining(['ran']))
  expect(await readdir(at())).not.toEqual(expect.arrayContaining(['out.txt']))
})

it('the zsh completion script can be evaluated before zsh initializes completion', async () => {
  const { out } = await fretwork('complete', 'zsh')
  expect(out.startsWith('#compdef fretwork\n')).toBe(true)
  const lines = out.split('\n')
  expect(lines[lines.indexOf('compdef _fretwork fretwork') - 1]).toBe(
    '(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }',
  )
})
