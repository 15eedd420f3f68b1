// What `fretwork server backup` and `restore` say where a file cannot be used: before any database is started.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backup, restore } from '../../cli/commands/server-backup.js'

let folder: string
const before = process.env.FRETWORK_HOME
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fretwork-backup-'))
  process.env.FRETWORK_HOME = join(folder, 'home')
})
afterEach(() => {
  if (before === undefined) delete process.env.FRETWORK_HOME
  else process.env.FRETWORK_HOME = before
  rmSync(folder, { recursive: true, force: true })
})

describe('a file that cannot be used', () => {
  it.each([
    ['backup', () => backup(join(folder, 'no', 'such', 'folder.backup')), 'backup_failed'],
    ['restore', () => restore(join(folder, 'nothing.backup'), {}), 'restore_failed'],
  ])('ends %s with one sentence that names it, and nothing is made', async (_name, run, code) => {
    await expect(run()).rejects.toMatchObject({
      code,
      message: expect.stringMatching(/^\/.+\.backup.* cannot be used: .+; name another file\.$/),
    })
    expect(readdirSync(folder)).toEqual([])
  })
})
