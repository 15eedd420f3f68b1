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
    ['after it', ['song', 'info', 'none.mid', '--verbose']],
    ['after an option', ['song', 'info', '--json', '--verbose', 'none.mid']],
  ])('prints stack traces %s', async (_, words) => {
    const { code, err } = await fretwork(...words)
    expect(code).toBe(4)
    expect(err).toMatch(/^There is no file "none\.mid"; check its path\.\n/)
    expect(err).toMatch(STACK)
  })

  it('is taken behind the id of a plugin command, too', async () => {
    const { code, err } = await fretwork('run', 'midi-io.set-channel', '--channel', 'x', '--verbose')
    expect(code).toBe(2)
    expect(err).toMatch(STACK)
  })

  it('is a file behind --, and without it no stack trace is printed', async () => {
    const { code, err } = await fretwork('song', 'info', '--', '--verbose')
    expect({ code, err }).toEqual({ code: 4, err: 'There is no file "--verbose"; check its path.\n' })
  })
})

it('--version is printed behind every command', async () => {
  for (const { path } of commandsBelow(createProgram())) {
    if (path[0] === 'complete' || path[0] === 'run') continue
    expect([path, await fretwork(...path, '--version')]).toEqual([
      path,
      { code: 0, out: `${VERSION}\n`, err: '' },
    ])
  }
})
