// Restores the open song and its bar after a reload or after leaving the app.
import * as z from 'zod/mini'
import type { EventBus } from '../../../core/events/event-bus.js'
import type { Notice } from '../../../core/events/notices.js'
import { storedJson } from '../../../core/platform/json.js'
import { phrases } from '../../../core/platform/phrases.js'
import { createStore, type Disposable, disposable } from '../../../core/platform/store.js'
import { createToken } from '../../../core/platform/token.js'
import { SONG_CLOSED, SONG_OPENED, type SongSession } from '../../player/tokens.js'
import type { SongFile } from '../tokens.js'

const SENTENCES = phrases({
  lost: '“{{name}}” isn’t in your library and was too large to keep open after reloading. Open it again.',
})

export interface TabMemory {
  /** State before the reload; `undefined` if the user followed a link. */
  readonly before: string | undefined
  write(text: string | undefined): void
  /** @returns whether the file fit in storage */
  writeFile(bytes: Uint8Array): boolean
  readFile(): Uint8Array | undefined
  onHide(run: () => void): Disposable
}

/** Returns a named memory for this tab; none for guests and on the command line. */
export const TAB_MEMORY = createToken<(name: string) => Promise<TabMemory | undefined>>('library.tab-memory')

export type SongSource =
  | { readonly id: string }
  | { readonly file: string; readonly title: string; readonly bytes: Uint8Array }

const schema = z.object({
  user: z.string(),
  bar: z.int().check(z.gte(0)),
  id: z.optional(z.string()),
  file: z.optional(z.string()),
  title: z.optional(z.string()),
  lost: z.optional(z.boolean()),
})

type Kept = z.infer<typeof schema>

interface OpenSongParts {
  readonly tab: () => Promise<TabMemory | undefined>
  readonly session: Pick<SongSession, 'view' | 'seek' | 'barNow' | 'rename'>
  readonly events: Pick<EventBus, 'on'>
  readonly user: () => string
  readonly notices: { post(notice: Notice): void }
  /** Whether the user has opened another song. */
  readonly isOvertaken: () => boolean
  readonly openId: (id: string) => Promise<boolean>
  readonly openFile: (file: SongFile) => Promise<boolean>
}

type OpenSongKeeping = ReturnType<typeof createOpenSongKeeping>

export const OPEN_SONG = createToken<OpenSongKeeping>('library.open-song')

export function createOpenSongKeeping(parts: OpenSongParts) {
  const { session, events, user, notices, isOvertaken, openId, openFile } = parts
  const reopening = createStore(false)
  let memory: TabMemory | undefined
  let kept: Omit<Kept, 'bar'> | undefined
  let hiding: Disposable | undefined
  let isDisposed = false
  const ready = parts.tab().then(tab => {
    if (isDisposed) return
    memory = tab
    hiding = tab?.onHide(write)
    write()
  })

  function write() {
    if (kept) memory?.write(JSON.stringify({ ...kept, bar: session.barNow() }))
  }
  const forget = () => {
    kept = undefined
    if (!reopening.getState()) memory?.write(undefined)
  }

  const stops = [
    events.on(SONG_OPENED, forget),
    events.on(SONG_CLOSED, forget),
    disposable(session.view.subscribe((now, before) => now.fromMs !== before.fromMs && write())),
  ]

  const open = async ({ id, file, title = '', lost }: Kept): Promise<boolean> => {
    if (id !== undefined) return openId(id)
    const bytes = lost ? undefined : memory?.readFile()
    if (file !== undefined && bytes) {
      return openFile({ name: file, title, size: bytes.length, bytes: async () => bytes })
    }
    const notice = { kind: 'info', source: 'library', message: SENTENCES.lost } as const
    notices.post({ ...notice, values: { name: title } })
    return false
  }

  return {
    reopening,
    opened(source: SongSource) {
      if ('id' in source) kept = { user: user(), id: source.id }
      else {
        const { file, title, bytes } = source
        const mine = { user: user(), file, title }
        kept = mine
        void ready.then(() => {
          if (kept !== mine || memory?.writeFile(bytes) !== false) return
          kept = { ...mine, lost: true }
          write()
        })
      }
      write()
    },
    renamed(id: string, name: string) {
      if (kept?.id === id) session.rename(name)
    },
    /** Reopens the previous song at its bar, unless a song is already open or opening. */
    async reopen() {
      await ready
      const before = storedJson(schema, memory?.before)
      if (!before || before.user !== user() || isOvertaken() || session.view.getState().song) return
      reopening.setState(true, true)
      try {
        const isOpen = await open(before)
        const { song } = session.view.getState()
        if (isOpen && song) session.seek(song.barStart(Math.min(song.bars, before.bar)))
        else if (!song) memory?.write(undefined)
      } finally {
        reopening.setState(false, true)
      }
    },
    dispose() {
      isDisposed = true
      hiding?.dispose()
      for (const stop of stops) stop.dispose()
    },
  }
}
