import { describe, expect, it } from 'vitest'
import type { Notice } from '../../../src/core/events/notices.js'
import { HandClock } from '../../../src/core/platform/memory-platform.js'
import type { PracticeMemory } from '../../../src/plugins/midi-file/practice-settings.js'
import { readSongFile } from '../../../src/plugins/midi-file/read-midi-file.js'
import { createSongLoading } from '../../../src/plugins/midi-file/song-loading.js'
import { createSongPractice } from '../../../src/plugins/midi-file/song-practice.js'
import type { SongView } from '../../../src/plugins/midi-file/tokens.js'
import { songOf } from './played-song.js'
import { settingsOf } from './practice-settings-store.js'
import { fileOf, songJson } from './songs.js'

function loadingOf({ showsProblems = false, neckBreaks = false } = {}) {
  const titles: string[] = []
  const notices: Notice[] = []
  const said: Partial<SongView>[] = []
  const loading = createSongLoading({
    clock: new HandClock(),
    read: readSongFile,
    practice: createSongPractice({
      settings: settingsOf<PracticeMemory>({ songs: [] }),
      user: () => 'ada',
    }),
    notices: { post: notice => void notices.push(notice) },
    view: { setState: (change: Partial<SongView>) => void said.push(change) },
    showsProblems: () => showsProblems,
    put({ song }) {
      if (neckBreaks) throw new Error('The neck broke.')
      titles.push(song.title)
    },
  })
  return { loading, titles, notices, said }
}

const TUNE = fileOf('tune.json', songJson('Tune', [[[64, 0, 1]]]))

describe('loading a song', () => {
  it('says that it reads a file, and hands over what is ready to be played', async () => {
    const { loading, titles, notices, said } = loadingOf()
    expect(await loading.open(TUNE)).toBe(true)
    expect(titles).toEqual(['Tune'])
    expect(said).toEqual([{ reading: 'tune.json', problem: undefined }])
    expect(notices).toEqual([])
  })

  it('refuses a file whose song nobody can take, and says why', async () => {
    const { loading, notices, said } = loadingOf({ neckBreaks: true })
    expect(await loading.open(TUNE)).toBe(false)
    const problem = { file: 'tune.json', code: 'song_unread', values: { reason: 'The neck broke.' } }
    expect(said.at(-1)).toMatchObject({ reading: undefined, problem })
    expect(notices).toMatchObject([{ code: 'song_unread' }])
  })

  it('says nothing beside a page that shows why', async () => {
    const { loading, notices, said } = loadingOf({ showsProblems: true })
    expect(await loading.open(fileOf('bad.mid', 'hello'))).toBe(false)
    expect(said.at(-1)?.problem?.code).toBe('not_midi')
    expect(notices).toEqual([])
  })

  it('leaves to the caller why a song is not taken that needed no reading', async () => {
    const { loading, notices } = loadingOf({ neckBreaks: true })
    const reading = { song: songOf([{ notes: [[64, 0, 1]] }]), notes: [] }
    await expect(loading.openSong(reading, 'tune.mid')).rejects.toThrow('The neck broke.')
    expect(notices).toEqual([])
  })

  it('is given up when no song may come any more, without a word', async () => {
    const { loading, titles, notices, said } = loadingOf()
    const opened = loading.open(TUNE)
    loading.end()
    expect(await opened).toBe(false)
    expect([titles, notices, said.length]).toEqual([[], [], 1])
  })
})
