// Files on their way: read one after another, kept, opened, given up, and never lost without a word.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SongFile } from '../../../src/plugins/library/tokens.js'
import type { ReadSong } from '../../../src/plugins/midi-file/tokens.js'
import { fileOf, songJson } from '../player/songs.js'
import { emptyDevice, sessionOf, tab } from './library-kernel.js'

const open: ReturnType<typeof tab>[] = []
const newTab = (...options: Parameters<typeof tab>) => {
  const made = tab(...options)
  open.push(made)
  return made
}

beforeEach(emptyDevice)
afterEach(() => {
  for (const { list, imports } of open.splice(0)) {
    imports.dispose()
    list.dispose()
  }
})

const song = (name: string) => fileOf(`${name}.json`, songJson(name, [[[64, 0, 1]]]))
const KEEP = { keep: true, open: true } as const

describe('files that are taken', () => {
  it('are all kept, the first one is opened, and one sentence says so', async () => {
    const { imports, names, opened, notices } = newTab()
    expect(await imports.take([song('A'), song('B'), song('C')], KEEP)).toBe(true)
    expect(names()).toEqual(['C', 'B', 'A'])
    expect(opened).toEqual(['A'])
    expect(notices).toMatchObject([{ kind: 'success', values: { number: 3 }, leadsTo: { path: '/songs' } }])
    expect(imports.view.getState()).toEqual([])
  })

  it('are only added on the page of the library, which shows them', async () => {
    const { imports, names, opened, notices } = newTab({ route: '/songs' })
    expect(await imports.take([song('A')], { keep: true, open: false })).toBe(false)
    expect([names(), opened, notices]).toEqual([['A'], [], []])
  })

  it.each([
    ['', ['not_midi', undefined]],
    // The page shows it.
    ['/fretboard', [undefined]],
  ])(
    'continue after one that is not a song, which “%s” shows until it is dismissed',
    async (route, codes) => {
      const { imports, names, opened, notices } = newTab({ route })
      await imports.take([fileOf('words.mid', 'words'), song('B')], KEEP)
      expect([names(), opened]).toEqual([['B'], ['B']])
      const [refused] = imports.view.getState()
      expect(refused).toMatchObject({ name: 'words.mid', step: 'refused', problem: { code: 'not_midi' } })
      expect(notices.map(({ code }) => code)).toEqual(codes)
      imports.dismiss(refused?.key ?? 0)
      expect(imports.view.getState()).toEqual([])
    },
  )

  it('are refused by their size before they are read', async () => {
    const { imports } = newTab()
    const bytes = vi.fn()
    await imports.take([{ name: 'huge.mid', size: 40 * 1024 * 1024, bytes }], KEEP)
    expect(imports.view.getState()).toMatchObject([{ problem: { code: 'midi_too_large' } }])
    expect(bytes).not.toHaveBeenCalled()
  })

  it('say in plain words where the device itself cannot read one, and the log has the rest', async () => {
    const { imports, errors } = newTab()
    const gone: SongFile = {
      name: 'a.mid',
      size: 1,
      bytes: () => Promise.reject(new Error('It has moved.')),
    }
    await imports.take([gone], KEEP)
    expect(imports.view.getState()).toMatchObject([
      { problem: { code: 'song_unread', values: { reason: 'It has moved.' } } },
    ])
    expect(errors).toHaveLength(1)
    // Another sentence follows: what the system says without a full stop gets one.
    const full = { ...gone, bytes: () => Promise.reject(new Error('Maximum call stack size exceeded')) }
    await imports.take([full], KEEP)
    expect(imports.view.getState().at(-1)?.problem?.values.reason).toBe('Maximum call stack size exceeded.')
  })
})

describe('a song that there is no room for', () => {
  it('is opened all the same, says why it was not added, and how to upgrade', async () => {
    const { imports, list, names, opened, notices } = newTab()
    await imports.take(['A', 'B', 'C', 'D', 'E'].map(song), { keep: true, open: false })
    notices.splice(0)
    await imports.take([song('F'), song('G')], KEEP)
    expect(opened).toEqual(['F'])
    expect(names()).toHaveLength(5)
    const [first, second] = imports.view.getState()
    expect([first, second]).toMatchObject([
      { name: 'F.json', step: 'unkept', problem: { code: 'songs_full' } },
      { name: 'G.json', step: 'unkept', problem: { code: 'songs_full' } },
    ])
    expect(notices).toMatchObject([
      { kind: 'warning', leadsTo: { path: '/account/subscription?need=songs' } },
      { kind: 'warning' },
    ])
    expect(list.limit()).toBe(5)
    // The one that was not opened is still at hand.
    expect(await imports.openUnkept(second?.key ?? 0)).toBe(true)
    expect(opened).toEqual(['F', 'G'])
    expect(imports.view.getState()).toHaveLength(1)
  })

  it('is reported once where the browser stores nothing, not with every song', async () => {
    const { imports, notices, opened } = newTab({ openSongStore: async () => undefined })
    await imports.take([song('A')], KEEP)
    await imports.take([song('B')], KEEP)
    expect(opened).toEqual(['A', 'B'])
    expect(notices.map(({ code }) => code)).toEqual(['songs_unavailable'])
    expect(imports.view.getState()).toEqual([])
  })
})

describe('a song from a link', () => {
  it('is opened and not kept, and kept once the user says so', async () => {
    const { imports, names, notices, opened } = newTab()
    await imports.take([song('A')], { keep: false, open: true, offer: true })
    expect([opened, names()]).toEqual([['A'], []])
    const [notice] = notices
    expect(notice?.action?.label).toBe('Keep')
    notice?.action?.run()
    await vi.waitUntil(() => names().length === 1)
    expect(imports.view.getState()).toEqual([])
  })
})

describe('giving up', () => {
  /** A reader that waits until it may go on, or is cancelled. */
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

  it('shows how far it is, ends what is read and what waits, and says nothing more', async () => {
    const { read, started } = slowReader()
    const { imports, names, notices, opened } = newTab({ read })
    const taking = imports.take([song('A'), song('B')], KEEP)
    await vi.waitUntil(() => started.length === 1)
    expect(imports.view.getState()).toMatchObject([
      // Half of the reading: getting it ready comes behind it.
      { name: 'A.json', step: 'reading', portion: 0.35 },
      { name: 'B.json', step: 'waiting', portion: 0 },
    ])
    imports.cancel()
    expect(imports.view.getState()).toEqual([])
    expect(await taking).toBe(false)
    expect([started, names(), notices, opened]).toEqual([['A.json'], [], [], []])
    // It is over with that: the next ones are read.
    void imports.take([song('C')], KEEP)
    await vi.waitUntil(() => started.includes('C.json'))
    imports.cancel()
  })

  it('ends a song that is got ready, which then is neither open nor kept', async () => {
    const { imports, names, notices, opened, getReady } = newTab()
    getReady.held = true
    const taking = imports.take([song('A')], KEEP)
    await vi.waitUntil(() => getReady.report !== undefined)
    getReady.report?.(0.5)
    expect(imports.view.getState()).toMatchObject([{ step: 'opening', portion: 0.85 }])
    imports.cancel()
    expect(await taking).toBe(false)
    expect([opened, names(), notices, imports.view.getState()]).toEqual([[], [], [], []])
  })
})

describe('the end of a session', () => {
  it('leaves the next user nothing of what did not arrive, neither its name nor its file', async () => {
    const { imports, opened } = newTab()
    await imports.take(['A', 'B', 'C', 'D', 'E', 'F'].map(song), { keep: true, open: false })
    await imports.take([fileOf('secret.mid', 'words')], KEEP)
    const unkept = imports.view.getState().find(({ step }) => step === 'unkept')
    expect(imports.view.getState()).toHaveLength(2)
    imports.forget()
    expect(imports.view.getState()).toEqual([])
    expect(await imports.openUnkept(unkept?.key ?? 0)).toBe(false)
    expect(opened).toEqual([])
  })

  it('does not add a song from a link for the next user', async () => {
    const { imports, list, names, notices, session } = newTab()
    await imports.take([song('A')], { keep: false, open: true, offer: true })
    imports.forget()
    session.setState(sessionOf('bert'), true)
    await vi.waitUntil(() => list.view.getState().state === 'ready')
    notices[0]?.action?.run()
    expect(notices.at(-1)).toMatchObject({ kind: 'warning', code: 'song_not_yours' })
    expect(notices.at(-1)?.values).toBeUndefined()
    expect([names(), imports.view.getState()]).toEqual([[], []])
  })
})
