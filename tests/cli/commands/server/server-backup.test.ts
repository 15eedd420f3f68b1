import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backup, restore } from '../../../../cli/commands/server/server.js'

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
    [
      'backup',
      () => backup(join(folder, 'no', 'such', 'folder.backup')),
      { code: 'backup_failed', exit: 3 },
      /^"\/.+folder\.backup" cannot be written \(ENOENT: no such file or directory\); use another file\.$/,
    ],
    [
      'restore',
      () => restore(join(folder, 'nothing.backup'), {}),
      { code: 'restore_failed', exit: 4 },
      /^The file "\/.+nothing\.backup" does not exist; check its path\.$/,
    ],
  ])('ends %s with one sentence that names it, and nothing is made', async (_name, run, how, sentence) => {
    await expect(run()).rejects.toMatchObject({ ...how, message: expect.stringMatching(sentence) })
    expect(readdirSync(folder)).toEqual([])
  })
})
