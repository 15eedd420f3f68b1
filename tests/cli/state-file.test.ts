// What the command line remembers, where several commands run at once and where the file cannot be written.
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { assertStateKept, StateFile } from '../../cli/platform/state-file.js'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fretwork-state-'))
})
afterEach(async () => rm(folder, { recursive: true, force: true }))

const path = () => join(folder, 'cli.json')
const kept = async () => JSON.parse(await readFile(path(), 'utf8'))

describe('the state of the command line', () => {
  it('sees what another command has written meanwhile', () => {
    const [one, other] = [new StateFile(path()), new StateFile(path())]
    one.set('session', 'first')
    expect(other.get('session')).toBe('first')
    one.set('session', 'second')
    expect(other.get('session')).toBe('second')
  })

  it('keeps what another command has written, where it changes or removes something else', async () => {
    const [one, other] = [new StateFile(path()), new StateFile(path())]
    one.set('layout', 'wide')
    expect(other.keys()).toEqual(['layout'])
    one.set('session', 'new')
    other.set('layout', 'narrow')
    expect(await kept()).toEqual({ layout: 'narrow', session: 'new' })
    one.set('language', 'de')
    other.remove('layout')
    expect(await kept()).toEqual({ session: 'new', language: 'de' })
  })

  it('goes on with what cannot be written, and says so at the end', async () => {
    // A folder where the new file should be: root may write wherever it likes.
    await mkdir(`${path()}.${process.pid}.tmp`)
    const file = new StateFile(path())
    expect(() => file.set('session', 'new')).toThrow(/cannot be used/)
    expect(file.get('session')).toBe('new')
    expect(assertStateKept).toThrow(/cannot be used/)
  })

  it('is readable by its user only', async () => {
    new StateFile(path()).set('session', 'new')
    const { mode } = await stat(path())
    expect(mode & 0o777).toBe(0o600)
  })
})
