// The open song and its bar survive a reload by the same user in the same tab.
import { expect, it } from 'vitest'
import { EventBus } from '../../../src/core/events/event-bus.js'
import { createLogger } from '../../../src/core/platform/ports.js'
import { createStore } from '../../../src/core/platform/store.js'
import { createOpenSongKeeping, type TabMemory } from '../../../src/plugins/library/import/open-song.js'
import type { SongFile } from '../../../src/plugins/library/tokens.js'
import { SONG_CLOSED, SONG_OPENED, type SongView } from '../../../src/plugins/player/tokens.js'
import { songOf } from '../player/playback/played-song.js'
import { openSongOf } from '../player/songs.js'

const SONG = openSongOf(songOf([{ notes: [[64, 0, 20]] }]))
const BYTES = new Uint8Array([1, 2, 3])

interface Stored {
  text?: string | undefined
  file?: Uint8Array | undefined
}

/** Opens a page with the given tab storage. */
function page(stored: Stored = {}, user = 'ada', isOvertaken = false) {
  const events = new EventBus(createLogger(() => undefined, 'test'))
  const view = createStore<SongView>({
    ...{ song: undefined, shown: 'all', playing: false, waiting: false, awaited: [], counting: 0, fromMs: 0 },
  })
  const opened: (string | SongFile)[] = []
  const memory: TabMemory = {
    before: stored.text,
    write(text) {
      stored.text = text
      if (text === undefined) stored.file = undefined
    },
    writeFile(bytes) {
      stored.file = bytes
      return true
    },
    readFile: () => stored.file,
    onHide: () => ({ dispose: () => undefined }),
  }
  const session = {
    view,
    bar: undefined as number | undefined,
    seek: (fromMs: number) => view.setState({ fromMs }),
    rename: (title: string) => view.setState({ song: { ...SONG, title } }),
    barNow: () => session.bar ?? SONG.barBeatAt(view.getState().fromMs).bar,
  }
  const open = (source: string | SongFile) => {
    opened.push(source)
    if (source === 'gone') return Promise.resolve(false)
    view.setState({ song: SONG, fromMs: 0 })
    events.emit(SONG_OPENED, SONG)
    const from = typeof source === 'string' ? { id: source } : undefined
    keeping.opened(from ?? { file: (source as SongFile).name, title: 'Tune', bytes: BYTES })
    // The tab storage opens later.
    return Promise.resolve(true)
  }
  const keeping = createOpenSongKeeping({
    ...{ tab: async () => memory, session, events, user: () => user, isOvertaken: () => isOvertaken },
    ...{ notices: { post: ({ message }) => expect.unreachable(message) }, openId: open, openFile: open },
  })
  const close = () => {
    view.setState({ song: undefined })
    events.emit(SONG_CLOSED, undefined)
  }
  return { keeping, open, close, session, view, opened, stored }
}

async function reloaded(stored: Stored, user?: string, isOvertaken = false) {
  const after = page(stored, user, isOvertaken)
  await after.keeping.reopen()
  return after
}

it('reloading reopens a library song at the last bar', async () => {
  const { open, keeping, session, view: before, stored } = page()
  await open('tune')
  session.seek(6500)
  keeping.renamed('another', 'Other')
  keeping.renamed('tune', 'My tune')
  expect(before.getState().song?.title).toBe('My tune')
  const { opened, view, session: again } = await reloaded(stored)
  expect(opened).toEqual(['tune'])
  expect([again.barNow(), view.getState().playing]).toEqual([4, false])
  // A second reload also keeps the bar.
  expect((await reloaded(stored)).session.barNow()).toBe(4)
})

it('reloading keeps a file that is not in the library', async () => {
  const { open, stored } = page()
  await open({ name: 'tune.mid', size: 3, bytes: async () => BYTES })
  const [file] = (await reloaded(stored)).opened as SongFile[]
  expect(file).toMatchObject({ name: 'tune.mid', title: 'Tune' })
  expect(await file?.bytes()).toEqual(BYTES)
})

it('reloading opens no song that was closed, removed, replaced or opened by another user', async () => {
  const { open, close, stored } = page()
  await open('tune')
  expect((await reloaded({ ...stored }, 'bea')).opened).toEqual([])
  expect((await reloaded({ ...stored }, 'ada', true)).opened).toEqual([])
  close()
  expect((await reloaded(stored)).opened).toEqual([])
  const gone = JSON.stringify({ user: 'ada', bar: 2, id: 'gone' })
  const { stored: after, view } = await reloaded({ text: gone })
  expect([after.text, view.getState().song]).toEqual([undefined, undefined])
  expect((await reloaded({ text: '{' })).opened).toEqual([])
})
