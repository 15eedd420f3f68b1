/** Runs the command line in this process and returns its output and exit code. */
import { vi } from 'vitest'
import { runProgram } from '../../cli/program.js'

export interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** @param words words after `fretwork` */
export const fretwork = (...words: string[]): Promise<Ended> => ended(() => runProgram(words))

/** @param run program that returns its exit code */
export async function ended(run: () => Promise<number>): Promise<Ended> {
  const said = { out: '', err: '' }
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((text, ...rest) => {
    said.out += text
    const done = rest.find(each => typeof each === 'function')
    if (done) queueMicrotask(() => done(null))
    return true
  })
  const err = vi.spyOn(process.stderr, 'write').mockImplementation(text => {
    said.err += text
    return true
  })
  try {
    return { code: await run(), ...said }
  } finally {
    // A real stream would end with its program, but this one continues.
    process.stdout.removeAllListeners('error')
    out.mockRestore()
    err.mockRestore()
  }
}

/** Parses the output of --json, one object per line. */
export const recordsIn = <T>(out: string): T[] =>
  out
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))
