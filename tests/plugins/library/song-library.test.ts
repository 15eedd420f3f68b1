// Songs on a device: owners, limits, other tabs and reloads.
import { beforeEach, expect, it, vi } from 'vitest'
import { featureOfLevel } from '../../../src/core/contract/claims.js'
import { messageOf } from '../../../src/core/platform/fretwork-error.js'
import type { NewSong, SongFile } from '../../../src/plugins/library/tokens.js'
import { openIdbSongStore } from '../../../src/plugins/library/ui/idb-song-store.js'
import type { ReadSong } from '../../../src/plugins/midi-file/tokens.js'
import { chunk, oneNote } from '../midi-file/midi-bytes.js'
import { fileOf, songJson } from '../player/songs.js'
import { emptyDevice, LOGGED_OUT, sessionOf, tab } from './library-kernel.js'

beforeEach(emptyDevice)

const song = (name: string, file = `${name}.mid`): NewSong => ({
  ...{ name, file, size: 3, lengthMs: 1000, tracks: [], notes: [] },
})
const bytes = (first = 1) => Uint8Array.from([first, 2, 3])

it('library songs survive a reload unchanged, newest first and with the same IDs', async () => {
  const { list } = tab()
  await list.add(song('Für Elise'), bytes(1))
  await list.add(song('Blackbird'), bytes(2))
  const later = tab()
  await later.ready()
  expect(later.list.view.getState()).toMatchObject({
    state: 'ready',
    songs: [
      { id: 'blackbird', name: 'Blackbird' },
      { id: 'fuer-elise', name: 'Für Elise', lengthMs: 1000 },
    ],
  })
  const file = await later.list.open('blackbird')
  expect(file).toMatchObject({ name: 'Blackbird.mid', title: 'Blackbird', size: 3 })
  expect(await file.bytes()).toEqual(bytes(2))
})

it('library songs with the same name get different IDs', async () => {
  const { list } = tab()
  const ids: string[] = []
  for (const name of ['Blackbird', 'Blackbird', 'ギター', '♪', 'Greensleeves'])
    ids.push((await list.add(song(name, `${ids.length}.mid`), bytes(ids.length))).id)
  expect(ids).toEqual(['blackbird', 'blackbird-2', 'song', 'song-2', 'greensleeves-2'])
})

it('adding the same file twice keeps one song, and another file of the same name adds a song', async () => {
  const { list, names } = tab()
  await list.add(song('Blackbird'), bytes(1))
  expect((await list.add(song('Blackbird'), bytes(1))).id).toBe('blackbird')
  expect(names()).toEqual(['Blackbird'])
  await list.add(song('Blackbird'), bytes(9))
  expect(names()).toEqual(['Blackbird', 'Blackbird'])
})

it('users see only their own songs', async () => {
  const { list, session, names } = tab()
  await list.add(song('Mine'), bytes())
  session.setState(LOGGED_OUT, true)
  await vi.waitUntil(() => names().length === 0)
  session.setState(sessionOf('bert'), true)
  await vi.waitUntil(() => list.view.getState().state === 'ready')
  expect(names()).toEqual([])
  await expect(list.open('mine')).rejects.toMatchObject({ code: 'song_gone' })
  session.setState(sessionOf('ada'), true)
  await vi.waitUntil(() => names().length === 1)
})

it('library changes appear immediately in another tab', async () => {
  const [one, other] = [tab(), tab()]
  await Promise.all([one.ready(), other.ready()])
  await one.list.add(song('Blackbird'), bytes())
  await vi.waitUntil(() => other.names().length === 1)
  await other.list.rename('blackbird', 'Merle')
  await vi.waitUntil(() => one.names()[0] === 'Merle')
  await other.list.remove('blackbird')
  await vi.waitUntil(() => one.names().length === 0)
})

it('a song can be renamed, but not to an empty name', async () => {
  const { list, names } = tab()
  await list.add(song('Blackbird'), bytes())
  await list.rename('blackbird', '  Merle\u202e \n im  Garten ')
  expect(names()).toEqual(['Merle im Garten'])
  expect((await list.open('blackbird')).title).toBe('Merle im Garten')
  await expect(list.rename('blackbird', ' \n ')).rejects.toMatchObject({ code: 'song_nameless' })
  await expect(list.rename('missing', 'Other')).rejects.toMatchObject({ code: 'song_gone' })
})

it('a removed song can be restored with its file and its position in the list', async () => {
  const { list, names } = tab()
  for (const name of ['A', 'B', 'C']) await list.add(song(name), bytes())
  const bringBack = await list.remove('b')
  expect(names()).toEqual(['C', 'A'])
  await expect(list.remove('b')).rejects.toMatchObject({ code: 'song_gone' })
  await bringBack()
  expect(names()).toEqual(['C', 'B', 'A'])
  expect(await (await list.open('b')).bytes()).toEqual(bytes())
})

it('a restored song gets a new ID if another song has taken its ID', async () => {
  const { list } = tab()
  await list.add(song('A'), bytes(1))
  const bringBack = await list.remove('a')
  await list.add(song('A', 'other.mid'), bytes(2))
  await bringBack()
  expect(
    list.view
      .getState()
      .songs.map(({ id, file }) => [id, file])
      .sort(),
  ).toEqual([
    ['a', 'other.mid'],
    ['a-2', 'A.mid'],
  ])
})

it('the next user can neither restore a removed song nor see its name', async () => {
  const { list, session, names } = tab()
  await list.add(song('Mine'), bytes())
  const bringBack = await list.remove('mine')
  session.setState(sessionOf('bert'), true)
  const refused = await bringBack().catch((thrown: unknown) => thrown)
  expect(refused).toMatchObject({ code: 'song_not_yours' })
  expect(messageOf(refused)).not.toContain('Mine')
  expect(names()).toEqual([])
  // The owner can still restore the song.
  session.setState(sessionOf('ada'), true)
  await bringBack()
  expect(names()).toEqual(['Mine'])
})

it('a pending addition by the previous user is rejected', async () => {
  const { list, session, names } = tab()
  await list.add(song('First'), bytes(1))
  const waiting = list.add(song('Second'), bytes(2)).catch((thrown: unknown) => thrown)
  session.setState(sessionOf('bert'), true)
  expect(await waiting).toMatchObject({ code: 'song_not_yours' })
  await vi.waitUntil(() => list.view.getState().songs.length === 0)
  await list.add(song('Bert’s'), bytes(3))
  expect(names()).toEqual(['Bert’s'])
})

const five = async (made: ReturnType<typeof tab>) => {
  for (const [index, name] of ['A', 'B', 'C', 'D', 'E'].entries())
    await made.list.add(song(name), bytes(index))
}

it('the free plan stores five songs and explains the limit', async () => {
  const made = tab()
  await five(made)
  expect(made.list.limit()).toBe(5)
  const refused = await made.list.add(song('F'), bytes()).catch((thrown: unknown) => thrown)
  expect(refused).toMatchObject({ code: 'songs_full', values: { limit: 5, name: 'F' } })
  expect(messageOf(refused)).toContain('Your plan includes 5 songs')
  expect(made.names()).toEqual(['E', 'D', 'C', 'B', 'A'])
})

it('two tabs can add songs of the same name at the same moment', async () => {
  const user = sessionOf('ada', [featureOfLevel('Basic')])
  const [one, other] = [tab({ user }), tab({ user })]
  await Promise.all([one.ready(), other.ready()])
  const adding = [1, 2, 3].flatMap(each => [
    one.list.add(song('Same', `one-${each}.mid`), bytes(each)),
    other.list.add(song('Same', `other-${each}.mid`), bytes(each + 10)),
  ])
  const ids = (await Promise.all(adding)).map(({ id }) => id)
  expect(new Set(ids).size).toBe(6)
  const later = tab({ user })
  await later.ready()
  expect(later.names()).toHaveLength(6)
})

it('the library reports missing storage and rejects new songs', async () => {
  const { list, ready } = tab({ openSongStore: async () => undefined })
  await ready()
  expect(list.view.getState()).toEqual({ state: 'none', songs: [] })
  await expect(list.add(song('A'), bytes())).rejects.toMatchObject({ code: 'songs_unavailable' })
})

it('a failing song database counts as missing storage and is logged once', async () => {
  const { list, ready, errors } = tab({ openSongStore: () => Promise.reject(new Error('no database')) })
  await ready()
  expect([list.view.getState().state, errors.length]).toEqual(['none', 1])
  await expect(list.add(song('A'), bytes())).rejects.toMatchObject({ code: 'songs_unavailable' })
})

it('a full disk is reported with a specific error', async () => {
  const noRoom = () => Object.assign(new Error('full'), { name: 'QuotaExceededError' })
  const { list, ready } = tab({
    openSongStore: async name => ({
      ...(await openIdbSongStore(name)),
      add: () => Promise.reject(noRoom()),
    }),
  })
  await ready()
  await expect(list.add(song('A'), bytes())).rejects.toMatchObject({ code: 'songs_no_room' })
})

const songFile = (name: string) => fileOf(`${name}.json`, songJson(name, [[[64, 0, 1]]]))
const KEEP = { keep: true, open: true } as const

it('an import adds all files, opens the first one and reports the result in one notice', async () => {
  const { imports, names, opened, notices } = tab()
  expect(await imports.take([songFile('A'), songFile('B'), songFile('C')], KEEP)).toBe(true)
  expect([names(), opened]).toEqual([['C', 'B', 'A'], ['A']])
  expect(notices).toMatchObject([{ kind: 'success', values: { count: 3 }, leadsTo: { path: '/songs' } }])
  expect(imports.view.getState()).toEqual([])
})

it('files imported on the library page are added without being opened and without a notice', async () => {
  const { imports, names, opened, notices } = tab({ route: '/songs' })
  expect(await imports.take([songFile('A')], { keep: true, open: false })).toBe(false)
  expect([names(), opened, notices]).toEqual([['A'], [], []])
})

it('a file that is still being read already replaces the song from before the reload', async () => {
  const { imports } = tab()
  await imports.take([songFile('A')], { keep: true, open: false })
  expect(imports.openings).toBe(0)
  const taken = imports.take([songFile('B')], KEEP)
  expect(imports.openings).toBe(1)
  await taken
})

it.each([
  ['', ['not_midi']],
  // The fretboard page shows rejected files itself.
  ['/fretboard', []],
])(
  'the import on page “%s” continues after an invalid file, whose error can be dismissed',
  async (route, codes) => {
    const { imports, names, opened, notices } = tab({ route })
    await imports.take([fileOf('words.mid', 'words'), songFile('B')], KEEP)
    expect([names(), opened]).toEqual([['B'], ['B']])
    const [refused] = imports.view.getState()
    expect(refused).toMatchObject({ name: 'words.mid', step: 'refused', problem: { code: 'not_midi' } })
    expect(notices.map(({ code }) => code)).toEqual(codes)
    imports.dismiss(refused?.key ?? 0)
    expect(imports.view.getState()).toEqual([])
  },
)

it('a damaged file is repaired and added on request', async () => {
  const { imports, names, notices } = tab()
  const damaged = fileOf('A.mid', Uint8Array.of(...oneNote, ...chunk('XFIH', [1])))
  await imports.take([damaged], { keep: true, open: false })
  const [refused] = imports.view.getState()
  expect(refused?.problem).toMatchObject({ code: 'midi_unknown_chunk', values: { repairedNotes: 1 } })
  await imports.repair(refused?.key ?? 0)
  expect([names(), imports.view.getState()]).toEqual([['A'], []])
  expect(notices.find(({ kind }) => kind === 'warning')).toMatchObject({
    values: { number: 1, names: 'XFIH' },
  })
})

it('the error for an unreadable file is in plain language, and the log has the details', async () => {
  const { imports, errors } = tab()
  const gone: SongFile = { name: 'a.mid', size: 1, bytes: () => Promise.reject(new Error('It has moved.')) }
  await imports.take([gone], KEEP)
  expect(imports.view.getState()).toMatchObject([
    { problem: { code: 'song_unread', values: { reason: 'It has moved.' } } },
  ])
  expect(errors).toHaveLength(1)
  // The reason ends with a period because another sentence follows in the message.
  const full = { ...gone, bytes: () => Promise.reject(new Error('Maximum call stack size exceeded')) }
  await imports.take([full], KEEP)
  expect(imports.view.getState().at(-1)?.problem?.values.reason).toBe('Maximum call stack size exceeded.')
})

it('the first file opens without being added, with the reason and a link to the plans', async () => {
  const { imports, list, names, opened, notices } = tab()
  await imports.take(['A', 'B', 'C', 'D', 'E'].map(songFile), { keep: true, open: false })
  notices.splice(0)
  await imports.take([songFile('F'), songFile('G')], KEEP)
  expect(opened).toEqual(['F'])
  expect(names()).toHaveLength(5)
  const [first, second] = imports.view.getState()
  expect([first, second]).toMatchObject([
    { name: 'F.json', step: 'unkept', isOpen: true, problem: { code: 'songs_full' } },
    { name: 'G.json', step: 'unkept', isOpen: false, problem: { code: 'songs_full' } },
  ])
  expect(notices).toMatchObject([
    { kind: 'warning', leadsTo: { path: '/account/subscription?need=songs' } },
    { kind: 'warning' },
  ])
  expect(list.limit()).toBe(5)
  // The second file, which was not opened, is still available.
  expect([await imports.openUnkept(second?.key ?? 0), opened]).toEqual([true, ['F', 'G']])
  expect(imports.view.getState()).toMatchObject([{ name: 'F.json', isOpen: false }])
})

it('missing storage is reported once, not for every song', async () => {
  const { imports, notices, opened } = tab({ openSongStore: async () => undefined })
  await imports.take([songFile('A')], KEEP)
  await imports.take([songFile('B')], KEEP)
  expect(opened).toEqual(['A', 'B'])
  expect(notices.map(({ code }) => code)).toEqual(['songs_unavailable'])
  expect(imports.view.getState()).toEqual([])
})

it('a song from a link opens without being added until the user adds it', async () => {
  const { imports, names, notices, opened } = tab()
  await imports.take([songFile('A')], { keep: false, open: true, offer: true })
  expect([opened, names()]).toEqual([['A'], []])
  const [notice] = notices
  expect(notice?.action?.label).toBe('Add to library')
  notice?.action?.run()
  await vi.waitUntil(() => names().length === 1)
  expect(imports.view.getState()).toEqual([])
})

/** Returns a reader that waits until it is canceled. */
function slowReader() {
  const started: string[] = []
  const read: ReadSong = (_bytes, name = '', control = {}) => {
    started.push(name)
    control.onProgress?.(0.5)
    return new Promise((_resolve, reject) => {
      control.signal?.addEventListener('abort', () => reject(control.signal?.reason))
    })
  }
  return { read, started }
}

it('canceling an import hides the progress and silently drops the current and waiting files', async () => {
  const { read, started } = slowReader()
  const { imports, names, notices, opened } = tab({ read })
  const taking = imports.take([songFile('A'), songFile('B')], KEEP)
  await vi.waitUntil(() => started.length === 1)
  expect(imports.view.getState()).toMatchObject([
    // Half of the file is read, and preparing the song comes next.
    { name: 'A.json', step: 'reading', portion: 0.35 },
    { name: 'B.json', step: 'waiting', portion: 0 },
  ])
  imports.cancel()
  expect(imports.view.getState()).toEqual([])
  expect([await taking, [started, names(), notices, opened]]).toEqual([false, [['A.json'], [], [], []]])
  // Canceling affects only the current files, so later files are still read.
  void imports.take([songFile('C')], KEEP)
  await vi.waitUntil(() => started.includes('C.json'))
  imports.cancel()
})

it('a song canceled while being prepared is neither opened nor added', async () => {
  const { imports, names, notices, opened, getReady } = tab()
  getReady.held = true
  const taking = imports.take([songFile('A')], KEEP)
  await vi.waitUntil(() => getReady.report !== undefined)
  getReady.report?.(0.5)
  expect(imports.view.getState()).toMatchObject([{ step: 'opening', portion: 0.85 }])
  imports.cancel()
  expect(await taking).toBe(false)
  expect([opened, names(), notices, imports.view.getState()]).toEqual([[], [], [], []])
})

it('the next user gets neither the name nor the content of an unsaved file', async () => {
  const { imports, opened } = tab()
  await imports.take(['A', 'B', 'C', 'D', 'E', 'F'].map(songFile), { keep: true, open: false })
  await imports.take([fileOf('secret.mid', 'words')], KEEP)
  const unkept = imports.view.getState().find(({ step }) => step === 'unkept')
  expect(imports.view.getState()).toHaveLength(2)
  imports.forget()
  expect(imports.view.getState()).toEqual([])
  expect([await imports.openUnkept(unkept?.key ?? 0), opened]).toEqual([false, []])
})

it('the next user cannot add a song that the previous user opened from a link', async () => {
  const { imports, list, names, notices, session } = tab()
  await imports.take([songFile('A')], { keep: false, open: true, offer: true })
  imports.forget()
  session.setState(sessionOf('bert'), true)
  await vi.waitUntil(() => list.view.getState().state === 'ready')
  notices[0]?.action?.run()
  expect(notices.at(-1)).toMatchObject({ kind: 'warning', code: 'song_not_yours' })
  expect([notices.at(-1)?.values, [names(), imports.view.getState()]]).toEqual([undefined, [[], []]])
})
