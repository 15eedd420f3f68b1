import { describe, expect, it } from 'vitest'
import { createProgram } from '../../cli/program.js'
import { VERSION } from '../../src/core/version.js'
import { commandsBelow } from './all-commands.js'
import { fretwork } from './run-program.js'

const STACK = /\n {4}at /

describe('--verbose', () => {
  it.each([
    ['before the command', ['--verbose', 'song', 'info', 'none.mid']],
    ['between its words', ['song', '--verbose', 'info', 'none.mid']],
    ['after the command', ['song', 'info', 'none.mid', '--verbose']],
    ['after an option', ['song', 'info', '--json', '--verbose', 'none.mid']],
  ])('--verbose %s prints stack traces', async (_, words) => {
    const { code, err } = await fretwork(...words)
    expect(code).toBe(4)
    expect(err).toMatch(/^There is no file "none\.mid"; check its path\.\n/)
    expect(err).toMatch(STACK)
  })

  it('--verbose is accepted after a plugin command’s ID', async () => {
    const { code, err } = await fretwork('run', 'midi-io.set-channel', '--channel', 'x', '--verbose')
    expect(code).toBe(2)
    expect(err).toMatch(STACK)
  })

  it('--verbose after -- is a file name and prints no stack trace', async () => {
    const { code, err } = await fretwork('song', 'info', '--', '--verbose')
    expect({ code, err }).toEqual({ code: 4, err: 'There is no file "--verbose"; check its path.\n' })
  })
})

it('--version prints the version after every command', async () => {
  for (const { path } of commandsBelow(createProgram())) {
    if (path[0] === 'complete' || path[0] === 'run') continue
    expect([path, await fretwork(...path, '--version')]).toEqual([
      path,
      { code: 0, out: `${VERSION}\n`, err: '' },
    ])
  }
})
