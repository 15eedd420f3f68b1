import { expect, it } from 'vitest'
import type { FetchBytes } from '../../../src/core/platform/ports.js'
import { type SongAddressRules, songAt } from '../../../src/plugins/library/import/song-at-url.js'
import { readSongFile } from '../../../src/plugins/midi-file/reading/read-song-file.js'
import { oneNote } from '../midi-file/midi-bytes.js'

const rules: SongAddressRules = { origin: 'https://fretwork.example', hosts: ['songs.example:8443'] }

const loadSongFile = async (address: string, from: SongAddressRules, fetchBytes: FetchBytes) =>
  readSongFile(await songAt(address, from, fetchBytes).bytes())

const answering =
  (ok: boolean, asked: string[] = []): FetchBytes =>
  async address => {
    asked.push(address)
    return { ok, arrayBuffer: async () => oneNote.slice().buffer }
  }

it.each([
  ['/songs/a.mid', 'https://fretwork.example/songs/a.mid'],
  ['https://songs.example:8443/a.mid', 'https://songs.example:8443/a.mid'],
])('the URL %s can be opened', async (address, href) => {
  const asked: string[] = []
  const { song } = await loadSongFile(address, rules, answering(true, asked))
  expect(asked).toEqual([href])
  expect(song.tracks[0]?.notes).toHaveLength(1)
})

it.each([
  'https://elsewhere.example/a.mid',
  '//elsewhere.example/a.mid',
  'https://songs.example/a.mid',
  'data:audio/midi,MThd',
  'file:///etc/passwd',
])('the URL %s is not fetched', async address => {
  const asked: string[] = []
  await expect(loadSongFile(address, rules, answering(true, asked))).rejects.toMatchObject({
    code: 'midi_not_allowed',
  })
  expect(asked).toEqual([])
})

it('a failed download reports the URL that is rejected, unreachable or malformed', async () => {
  const failing: FetchBytes = async () => {
    throw new TypeError('network')
  }
  const error = { code: 'midi_not_loaded', message: 'Couldn’t load /a.mid' }
  await expect(loadSongFile('/a.mid', rules, answering(false))).rejects.toMatchObject(error)
  await expect(loadSongFile('/a.mid', rules, failing)).rejects.toMatchObject(error)
  await expect(loadSongFile('https://', rules, failing)).rejects.toMatchObject({ code: 'midi_not_loaded' })
})

it('a redirected response and an oversized response are rejected', async () => {
  const led: FetchBytes = async () => ({
    ok: true,
    url: 'https://elsewhere.example/a.mid',
    arrayBuffer: async () => oneNote.slice().buffer,
  })
  await expect(loadSongFile('/a.mid', rules, led)).rejects.toMatchObject({ code: 'midi_not_allowed' })
  const large: FetchBytes = async () => ({
    ok: true,
    headers: { get: () => String(40 * 1024 * 1024) },
    arrayBuffer: async () => expect.unreachable('A large file was fetched.'),
  })
  await expect(loadSongFile('/a.mid', rules, large)).rejects.toMatchObject({ code: 'midi_too_large' })
})

it.each([
  ['/songs/F%C3%BCr%20Elise.mid?v=2', 'Für Elise.mid'],
  ['/50%.mid', '/50%.mid'],
])('the file at the URL %s is named %s', (address, name) => {
  expect(songAt(address, rules, answering(true)).name).toBe(name)
})
