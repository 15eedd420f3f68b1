import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadSigningKey } from '../../../server/auth/signing-keys.js'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'fretwork-key-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

describe('the signing key', () => {
  it('stays the same from one start to the next', async () => {
    const { id } = await loadSigningKey(home)
    expect((await loadSigningKey(home)).id).toBe(id)
  })

  it('is one for all servers that start on the same folder at once', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => loadSigningKey(home)))
    expect(new Set(keys.map(({ id }) => id)).size).toBe(1)
  })

  it.each(['', '{}', '{"kty":"oct","k":"c2VjcmV0"}'])(
    'is refused in one sentence where the file holds %j',
    async text => {
      await loadSigningKey(home)
      writeFileSync(join(home, 'keys', 'access-token.json'), text)
      await expect(loadSigningKey(home)).rejects.toMatchObject({ code: 'state_folder_damaged' })
    },
  )

  it('that cannot be created is named in one sentence', async () => {
    // As root, permissions refuse nothing; a file in place of the folder does.
    writeFileSync(join(home, 'keys'), '')
    await expect(loadSigningKey(home)).rejects.toMatchObject({
      code: 'state_folder_damaged',
      message: expect.stringContaining('put the key there'),
    })
  })
})
