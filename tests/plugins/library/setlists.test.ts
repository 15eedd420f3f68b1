// Setlists: creating, changing, removing, restoring and playing them, separately for each user.
import { beforeEach, expect, it, vi } from 'vitest'
import type { Session } from '../../../src/core/auth/session.js'
import { SETTINGS } from '../../../src/core/kernel/tokens.js'
import { createStore } from '../../../src/core/platform/store.js'
import { PLAYING_SETLIST } from '../../../src/plugins/library/setlists/playing-setlist.js'
import { Setlists } from '../../../src/plugins/library/setlists/setlists.js'
import { setlistSettings } from '../../../src/plugins/library/settings.js'
import { PLAYBACK_SETTINGS } from '../../../src/plugins/player/tokens.js'
import { songKernel } from '../player/song-kernel.js'

type Tab = NonNullable<NonNullable<Parameters<typeof songKernel>[0]>['tab']>

let kept: ReturnType<typeof createStore<{ readonly kept: readonly unknown[] }>>
let session: ReturnType<typeof createStore<Session>>
let lists: Setlists
const loggedIn = (id: string) => ({ status: 'loggedIn', user: { id } }) as unknown as Session

beforeEach(() => {
  kept = createStore<{ readonly kept: readonly unknown[] }>({ kept: [] })
  session = createStore<Session>(loggedIn('ann'))
  const settings = { ...kept, change: (change: { kept: readonly unknown[] }) => kept.setState(change) }
  lists = new Setlists(settings as never, session)
})

it('a setlist’s ID is based on its name, with a number if the ID is taken', () => {
  expect(lists.add(' Friday Gig ').id).toBe('friday-gig')
  expect([lists.add('Friday Gig').id, lists.add('木曜日').id]).toEqual(['friday-gig-2', 'setlist'])
  expect(() => lists.add('  ')).toThrow('Give the setlist a name.')
})

it('a removed setlist can be restored once', () => {
  const { id } = lists.add('Gig')
  const restore = lists.remove(id)
  expect(() => lists.get(id)).toThrow('This setlist was deleted')
  restore()
  restore()
  expect(lists.lists.getState().map(({ name }) => name)).toEqual(['Gig'])
})

it('users see only their own setlists', () => {
  lists.add('Gig')
  session.setState(loggedIn('ben'))
  expect(lists.lists.getState()).toEqual([])
  lists.add('Gig')
  session.setState(loggedIn('ann'))
  expect([lists.lists.getState().length, kept.getState().kept.length]).toEqual([1, 2])
})

it('unreadable setlists are kept and do not affect other setlists', () => {
  kept.setState({ kept: [{ id: 'broken', songs: 7 }, 'nothing'] })
  const { id } = lists.add('Gig')
  lists.remove(id)
  expect(kept.getState().kept).toEqual([{ id: 'broken', songs: 7 }, 'nothing'])
})

const GIG = {
  ...{ id: 'gig', user: '', name: 'Gig' },
  songs: [
    { song: 'greensleeves', title: 'Greensleeves', tempo: 150 },
    { song: 'lost~1', title: 'Lost', tempo: 100 },
    { song: 'minuet-in-g', title: 'Minuet in G', tempo: 80, from: 3, to: 4 },
    { song: 'when-the-saints', title: 'When the Saints', tempo: 100 },
  ],
}

async function playing({ continues = true, place = 0, tab = undefined as Tab | undefined } = {}) {
  const { kernel, session, run, notices } = await songKernel({ ...(tab && { tab }) })
  const settings = kernel.get(SETTINGS).store(setlistSettings)
  settings.change({ continues, kept: [GIG] })
  kernel.get(PLAYBACK_SETTINGS).options.setState({ countIn: 0 })
  const player = kernel.get(PLAYING_SETLIST)
  if (tab?.before === undefined) await player.open(GIG, place, true)
  const state = () => {
    const { song, playing } = session.view.getState()
    return [song?.title, playing ? 'plays' : 'rests', player.view.getState().at?.place]
  }
  const pass = async (ms: number) => {
    await kernel.platform.clock.advance(ms)
    await vi.waitFor(() => expect(player).toMatchObject({ opening: 0 }))
  }
  return { kernel, session, run, notices, player, state, pass }
}

it('setlist songs play in order, each at its tempo and to the end of its section', async () => {
  const { kernel, session, state, pass, notices } = await playing()
  const tempo = () => kernel.get(PLAYBACK_SETTINGS).view.getState().tempo
  expect([...state(), tempo()]).toEqual(['Greensleeves', 'plays', 0, 150])
  await pass((session.view.getState().song?.lengthMs ?? 0) / 1.5 + 500)
  expect([...state(), tempo(), session.barNow()]).toEqual(['Minuet in G', 'plays', 2, 80, 3])
  expect(notices.map(({ values }) => values?.title)).toContain('Lost')
  const song = session.view.getState().song
  await pass(((song?.barStart(5) ?? 0) - (song?.barStart(3) ?? 0)) / 0.8 + 100)
  expect(state()).toEqual(['When the Saints', 'plays', 3])
  await pass((session.view.getState().song?.lengthMs ?? 0) + 500)
  expect([...state(), kernel.commands.isEnabled('setlists.next')]).toEqual([
    ...['When the Saints', 'rests', undefined],
    false,
  ])
})

it('the setlist pauses between songs if it does not continue automatically', async () => {
  const { session, run, state, pass } = await playing({ continues: false })
  await pass((session.view.getState().song?.lengthMs ?? 0) / 1.5 + 500)
  expect(state()).toEqual(['Minuet in G', 'rests', 2])
  await run('setlists.next')
  expect(state()).toEqual(['Minuet in G', 'plays', 2])
  await run('setlists.next')
  expect(state()).toEqual(['When the Saints', 'rests', 3])
  await run('setlists.next')
  await run('setlists.next')
  expect(state()).toEqual(['When the Saints', 'plays', 3])
})

it('the command “Previous” restarts the song, then goes back, and opening a song ends the setlist', async () => {
  const { session, run, state, pass, kernel } = await playing({ place: 3 })
  await pass(5000)
  await run('setlists.previous')
  expect([...state(), session.barNow()]).toEqual(['When the Saints', 'plays', 3, 0])
  await run('player.toggle-playing')
  expect(state()).toEqual(['When the Saints', 'rests', 3])
  await run('setlists.previous')
  expect(state()).toEqual(['Minuet in G', 'plays', 2])
  expect([kernel.commands.hasKeys('setlists.next'), kernel.commands.keysOf('setlists.next')]).toEqual([
    true,
    ['pagedown'],
  ])
  await run('library.open-song', { song: 'greensleeves' })
  expect(state()).toEqual(['Greensleeves', 'rests', undefined])
})

it('the setlist continues after a reload unless another song is opened first', async () => {
  let before: string | undefined
  const write = (text: string | undefined) => {
    before = text
  }
  await playing({ place: 2, tab: { before, write } })
  for (const [song, ...rest] of [
    ['minuet-in-g', 'Minuet in G', 'rests', 2],
    ['when-the-saints', 'When the Saints', 'rests', undefined],
  ]) {
    const { run, state } = await playing({ tab: { before, write } })
    await run('library.open-song', { song })
    await vi.waitFor(() => expect(state()).toEqual(rest))
  }
  expect(before).toBeUndefined()
})
