import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { beforeEach, expect, it, vi } from 'vitest'
import { backup, restore } from '../../../../cli/commands/server/server.js'
import { testFolder } from '../../../support/test-folder.js'

const { at, put } = testFolder()
beforeEach(() => void vi.stubEnv('FRETWORK_HOME', at('home')))

it('a backup does not overwrite an existing file', async () => {
  await put('there.backup', 'earlier')
  await expect(backup(at('there.backup'))).rejects.toMatchObject({ code: 'backup_exists', exit: 3 })
  expect(readFileSync(at('there.backup'), 'utf8')).toBe('earlier')
  rmSync(at('there.backup'))
})

it.each([
  [
    'backup',
    () => backup(at('no/such/folder.backup')),
    { code: 'backup_failed', exit: 3 },
    /^"\/.+folder\.backup" cannot be written \(ENOENT: no such file or directory\); use another file\.$/,
  ],
  [
    'restore',
    () => restore(at('nothing.backup'), {}),
    { code: 'restore_failed', exit: 4 },
    /^The file "\/.+nothing\.backup" does not exist; check its path\.$/,
  ],
])(
  'an unusable file is rejected by %s with a message that includes its name, and nothing is created',
  async (_name, run, how, sentence) => {
    await expect(run()).rejects.toMatchObject({ ...how, message: expect.stringMatching(sentence) })
    expect(readdirSync(at())).toEqual([])
  },
)
