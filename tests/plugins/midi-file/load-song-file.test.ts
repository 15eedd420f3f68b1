import { expect, it } from 'vitest'
import { type FetchBytes, loadSongFile } from '../../../src/plugins/midi-file/load-song-file.js'
import { oneNote } from './midi-bytes.js'

const rules = { origin: 'https://fretwork.example', hosts: ['songs.example:8443'] }

function answering(ok: boolean, asked: string[] = []): FetchBytes {
  return async address => {
    asked.push(address)
    return { ok, arrayBuffer: async () => oneNote.slice().buffer }
  }
}

it.each([
  ['/songs/a.mid', 'https://fretwork.example/songs/a.mid'],
  ['https://songs.example:8443/a.mid', 'https://songs.example:8443/a.mid'],
])('opens %s', async (address, href) => {
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
])('asks nobody for %s', async address => {
  const asked: string[] = []
  await expect(loadSongFile(address, rules, answering(true, asked))).rejects.toMatchObject({
    code: 'midi_not_allowed',
  })
  expect(asked).toEqual([])
})

it('says which address could not be loaded, whether refused, unreachable or misspelt', async () => {
  const failing: FetchBytes = async () => {
    throw new TypeError('network')
  }
  const error = { code: 'midi_not_loaded', message: 'Could not load /a.mid' }
  await expect(loadSongFile('/a.mid', rules, answering(false))).rejects.toMatchObject(error)
  await expect(loadSongFile('/a.mid', rules, failing)).rejects.toMatchObject(error)
  await expect(loadSongFile('https://', rules, failing)).rejects.toMatchObject({ code: 'midi_not_loaded' })
})
