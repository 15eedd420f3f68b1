/** Runs the CLI in this process and returns its output and exit code. */
import { vi } from 'vitest'
import { runProgram } from '../../cli/program.js'

export interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** @param words command line after `fretwork` */
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
    // The real stream outlives the program here, so its listeners must be removed.
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
