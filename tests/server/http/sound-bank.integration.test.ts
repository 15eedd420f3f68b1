import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BasicSoundBank } from 'spessasynth_core'
import { expect, it } from 'vitest'
import { soundBankRoutes } from '../../../server/http/sound-bank.js'
import { samplerBank } from '../../../src/plugins/sound-banks/bank-file.js'
import { serverForFile } from '../support/test-app.js'

const folder = mkdtempSync(join(tmpdir(), 'fretwork-bank-'))
const A4 = { note: 69, audio: new Float32Array(1000).fill(0.1), sampleRate: 44_100 }
const sf2 = Buffer.from(samplerBank([A4], 'Parlor', 3))

function fileWith(name: string, content: Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const { server } = await serverForFile({ env: { FRETWORK_SOUND_BANK: fileWith('Studio guitars.sf2', sf2) } })

it('the operator’s sound bank is listed and served to all users', async () => {
  const list = await server.send('/sound-banks.json', { tenant: undefined })
  const { banks } = list.json()
  const presets = [{ name: 'Parlor', program: 3, bank: 65, isDrums: false }]
  expect(banks).toEqual([{ id: expect.stringMatching(/^\/sound-bank\//), name: 'Studio guitars', presets }])
  const { rawPayload, headers } = await server.send(banks[0].id, { tenant: undefined })
  expect(rawPayload.equals(sf2)).toBe(true)
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

/** Breaks the length of a chunk, so that the next one isn’t found. */
const broken = (chunk: string) => {
  const bytes = Buffer.from(sf2)
  bytes.writeUInt32LE(0xff_ffff, bytes.lastIndexOf(chunk) + 4)
  return bytes
}

it.each([
  ['missing.sf2', undefined, 'cannot be read (ENOENT)'],
  ['song.sf2', Buffer.from('ID3 and a lot of music'), 'is not a SoundFont (SF2 or SF3)'],
  ['empty.sf2', Buffer.alloc(0), 'is not a SoundFont (SF2 or SF3)'],
  ['cut.sf2', sf2.subarray(0, 2000), 'is damaged or empty'],
  ['none.sf2', Buffer.from(new BasicSoundBank().writeSF2()), 'is damaged or empty'],
  ['middle.sf2', broken('igen'), 'is damaged or empty; download it again'],
  ['headers.sf2', broken('phdr'), 'is damaged or empty; download it again'],
  ['huge.sf2', Buffer.alloc(100 * 1024 * 1024 + 1), 'is larger than 100 MB'],
])('the server doesn’t start with %s', async (name, content, problem) => {
  const path = content ? fileWith(name, content) : join(folder, name)
  const start = () => soundBankRoutes(undefined as never, undefined as never, path)
  await expect(start()).rejects.toThrow(`The sound bank ${path} ${problem}`)
  await expect(start()).rejects.toThrow('unset FRETWORK_SOUND_BANK.')
})
