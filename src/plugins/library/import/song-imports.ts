import { publishCondition } from '../../../core/commands/command-registry.js'
import { DONE, type DroppedFiles, FILES_DROPPED, GO_TO } from '../../../core/events/app-events.js'
import type { PluginContext } from '../../../core/kernel/plugin.js'
import { disabledBehind } from '../../../core/kernel/plugin-state.js'
import { COMMANDS, EVENTS, PLUGINS, TRANSLATOR } from '../../../core/kernel/tokens.js'
import { phrases, SentenceError } from '../../../core/platform/phrases.js'
import type { Logger, UserFile } from '../../../core/platform/ports.js'
import { createStore, type Disposable } from '../../../core/platform/store.js'
import {
  LARGEST_FILE_BYTES,
  READERS,
  SONG_READER,
  type SongReader,
  type SongReading,
  type SongSummary,
} from '../../midi-file/tokens.js'
import {
  SONG_NOTICES,
  SONG_OPENING,
  SONG_SESSION,
  SOUND_FILE,
  type SongSession,
} from '../../player/tokens.js'
import {
  CREDITS,
  type ImportedFile,
  type ImportOptions,
  type NewSong,
  SONG_IMPORTS,
  SONG_LIBRARY,
  type SongFile,
  type SongImports,
  type SongLibrary,
} from '../tokens.js'
import { createImportNotices, type ImportNoticesParts, problemOf, UNREAD } from './import-notices.js'
import { OPEN_SONG, type SongSource } from './open-song.js'

const { TOO_LARGE } = phrases({
  TOO_LARGE: 'This file is too large (maximum {{limit}}). Choose a smaller file.',
})

/** Minimum progress between two updates, 0–1. Limits how often the page renders. */
const STEP = 0.02
/** Share of the progress bar for reading a file before it opens, 0–1. */
const READ = 0.7

interface SongImportsParts extends ImportNoticesParts {
  readonly reader: Pick<SongReader, 'read' | 'summarize' | 'summaryOf' | 'repair'>
  readonly library: Pick<SongLibrary, 'add' | 'same' | 'view' | 'change'>
  readonly session: Pick<SongSession, 'openSong'>
  readonly onOpened?: (source: SongSource) => void
  readonly place: () => unknown
  /** Shows the neck unless the user has left the page, and starts the plugins needed for playing. */
  readonly beforeOpening: (askedAt: unknown) => Promise<void>
  readonly log: Pick<Logger, 'error'>
}

interface Turn {
  readonly all: AbortController
  /** Also aborted when another song is opened. */
  readonly opening: AbortController
  readonly askedAt: unknown
}

export const IN_PROGRESS: readonly ImportedFile['step'][] = ['waiting', 'reading', 'opening']

interface Arrived {
  readonly summary: SongSummary
  readonly reading: SongReading | undefined
  readonly bytes: Uint8Array
}

type Services = Pick<PluginContext, 'get'>

const SHOW_PROBLEMS: readonly unknown[] = ['/songs', '/fretboard']

export function songImports(context: PluginContext): SongImports & Disposable {
  const { get, log, scope } = context
  const route = () => get(COMMANDS).conditions.getState().route
  const imports = createSongImports({
    reader: get(SONG_READER),
    library: get(SONG_LIBRARY),
    session: get(SONG_SESSION),
    place: route,
    beforeOpening: async askedAt => {
      // If the user has left the page, the song waits in the transport.
      if (askedAt === undefined || askedAt === route()) showNeck(context)
      await startPlayer(context)
    },
    showsList: () => route() === '/songs',
    showsProblems: () => SHOW_PROBLEMS.includes(route()),
    onOpened: source => get(OPEN_SONG).opened(source),
    notices: get(SONG_NOTICES),
    say: ({ source, message, values }) =>
      get(EVENTS).emit(DONE, { text: get(TRANSLATOR).t(source, message, values) }),
    log,
  })
  publishCondition(context, 'library.reading', imports.view, files =>
    files.some(({ step }) => IN_PROGRESS.includes(step)),
  )
  scope.add(get(EVENTS).on(FILES_DROPPED, dropped => void takeDropped(context, dropped)))
  return imports
}

/** Imports all dropped files, but only the songs in a dropped folder. */
async function takeDropped(context: Services, { files, folder }: DroppedFiles): Promise<void> {
  const endings = folder === undefined ? [''] : await context.get(SONG_READER).endings()
  const songs = files.filter(
    ({ name }) => !SOUND_FILE.test(name) && endings.some(ending => name.toLowerCase().endsWith(ending)),
  )
  if (songs.length > 0) await takeFiles(context, songs.map(songFile))
}

/** Goes to the fretboard. If it is disabled, goes to a page with the transport, or stays there. */
export function showNeck({ get }: Services): void {
  const { route } = get(COMMANDS).conditions.getState()
  const path = disabledBehind('fretboard', get(PLUGINS).states.getState()) ? '/songs' : '/fretboard'
  const isThere = path === '/songs' ? /^.(songs|setlists)/.test(`${route}`) : route === path
  if (!isThere) get(EVENTS).emit(GO_TO, { path })
}

export function startPlayer({ get }: Services): Promise<void> {
  return get(PLUGINS).trigger(`event:${SONG_OPENING.id}`)
}

/** Imports files. On the Songs page, they are added without being opened. */
export function takeFiles({ get }: Services, files: readonly SongFile[]): Promise<boolean> {
  const { guest, route } = get(COMMANDS).conditions.getState()
  return get(SONG_IMPORTS).take(files, { keep: guest !== true, open: route !== '/songs' })
}

export function createSongImports(parts: SongImportsParts): SongImports & Disposable {
  const { reader, library, session, place, beforeOpening, onOpened, log } = parts
  const say = createImportNotices(parts)
  const view = createStore<readonly ImportedFile[]>([])
  const sources = new Map<number, SongFile>()
  const optionsOf = new Map<number, ImportOptions>()
  let lastKey = 0
  let giveUp = new AbortController()
  let latest: Turn = { all: giveUp, opening: new AbortController(), askedAt: undefined }
  let ending = new AbortController()
  let saidUnavailable = false
  let openKey: number | undefined
  let openings = 0
  let last: Promise<unknown> = Promise.resolve()

  const change = (key: number, what: Partial<ImportedFile>) =>
    view.setState(
      view.getState().map(file => (file.key === key ? { ...file, ...what } : file)),
      true,
    )
  const drop = (key: number) => {
    sources.delete(key)
    optionsOf.delete(key)
    view.setState(
      view.getState().filter(file => file.key !== key),
      true,
    )
  }

  const progress = (key: number, from: number, to: number) => {
    let shown = from
    return (done: number) => {
      const portion = from + (to - from) * done
      if (portion - shown < STEP) return
      shown = portion
      change(key, { portion })
    }
  }

  const fetched = async (
    key: number,
    source: SongFile,
    { signal, opens }: { readonly signal: AbortSignal; readonly opens: boolean },
  ): Promise<Arrived> => {
    change(key, { step: 'reading' })
    checkSize(source.size)
    const bytes = await source.bytes({ signal })
    signal.throwIfAborted()
    const { name, title } = source
    const known = source.reader === undefined ? await library.same(name, bytes) : undefined
    // Pins and practice progress depend on the notes, so read a library file with its song's reader version.
    const as = known ? { key: known.key, reader: known.reader ?? 1 } : source
    const control = { signal, onProgress: progress(key, 0, opens ? READ : 1), reader: as.reader }
    const reading = opens ? named(await reader.read(bytes, name, control), title) : undefined
    const summary = reading ? reader.summaryOf(reading, name) : await reader.summarize(bytes, name, control)
    signal.throwIfAborted()
    const called = { ...summary, title: title ?? summary.title, key: as.key ?? summary.key }
    return { summary: called, reading, bytes }
  }

  const refuse = (key: number, file: string, thrown: unknown) => {
    const problem = problemOf(file, thrown)
    if (problem.code === UNREAD) log.error(`Couldn’t read the file "${file}"`, thrown)
    change(key, { step: 'refused', problem })
    say.problem(problem, 'error')
  }

  /** @returns whether the song was opened */
  const show = async (
    key: number,
    { id, name: file }: SongFile,
    { summary, reading, bytes }: Arrived,
    { askedAt, opening: { signal } }: Turn,
  ) => {
    change(key, { step: 'opening', portion: READ })
    if (!reading || signal.aborted) return false
    await beforeOpening(askedAt)
    if (signal.aborted) return false
    const control = { signal, onProgress: progress(key, READ, 1), key: summary.key }
    const isOpen = await session.openSong(reading, summary.title, control)
    if (!isOpen) return false
    openKey = key
    if (id !== undefined)
      learnCredits(id, summary).catch(thrown => log.error(`Couldn’t store the credits of ${id}`, thrown))
    onOpened?.(id === undefined ? { file, title: summary.title, bytes } : { id })
    return true
  }

  /** Adds the credits to songs imported by earlier versions, which have none. */
  const learnCredits = async (id: string, { artist, album, arranger }: SongSummary) => {
    const credits = Object.entries({ artist, album, arranger }).filter(([, text]) => text !== undefined)
    const song = library.view.getState().songs.find(each => each.id === id)
    const isKnown = CREDITS.some(name => song?.[name] !== undefined)
    if (song && !isKnown && credits.length > 0)
      await library.change(id, known => ({ ...known, ...Object.fromEntries(credits) }))
  }

  const keep = async (key: number, { name: file, size }: SongFile, arrived: Arrived): Promise<boolean> => {
    const { summary, bytes } = arrived
    const { signal } = ending
    try {
      const { id } = await library.add(songToKeep(file, size || bytes.length, summary), bytes)
      if (key === openKey && !signal.aborted && !latest.opening.signal.aborted) onOpened?.({ id })
      drop(key)
      return !signal.aborted
    } catch (thrown) {
      if (signal.aborted) return false
      const problem = problemOf(file, thrown)
      if (problem.code === UNREAD) log.error(`Couldn’t store the song ${file}`, thrown)
      if (problem.code === 'songs_unavailable') {
        // The user can't fix this, so report it only once.
        drop(key)
        if (!saidUnavailable) say.unavailable(problem)
        saidUnavailable = true
        return false
      }
      change(key, { step: 'unkept', problem, isOpen: key === openKey })
      say.problem(problem, 'warning')
      return false
    }
  }

  const offerToKeep = (source: SongFile, arrived: Arrived) => {
    const { title } = arrived.summary
    const { signal } = ending
    say.offer(title, () => {
      if (signal.aborted) return say.notYours()
      const key = add(source)
      void keep(key, source, arrived).then(isKept => isKept && say.kept([title]))
    })
  }

  const add = (source: SongFile): number => {
    lastKey += 1
    sources.set(lastKey, source)
    const file = { key: lastKey, name: source.name, step: 'waiting', portion: 0, problem: undefined } as const
    view.setState([...view.getState(), file], true)
    return lastKey
  }

  const takeAll = async (keys: readonly number[], options: ImportOptions, turn: Turn): Promise<boolean> => {
    let isOpen = false
    const { signal: over } = ending
    // Files that aren't added to the library are dropped once another song opens.
    const { signal } = options.keep ? turn.all : turn.opening
    const kept: string[] = []
    for (const key of keys) {
      const source = sources.get(key)
      if (!source || signal.aborted) {
        drop(key)
        continue
      }
      const opensNow = options.open && !isOpen && !turn.opening.signal.aborted
      try {
        const arrived = await fetched(key, source, { signal, opens: opensNow })
        if (opensNow) isOpen = await show(key, source, arrived, turn)
        signal.throwIfAborted()
        if (options.keep) {
          if (await keep(key, source, arrived)) kept.push(arrived.summary.title)
        } else {
          drop(key)
          if (isOpen && options.offer) offerToKeep(source, arrived)
        }
      } catch (thrown) {
        if (signal.aborted) drop(key)
        else refuse(key, source.name, thrown)
      }
    }
    // If the song opens, no notice is necessary.
    if (!over.aborted && !options.quiet && !(isOpen && kept.length === 1)) say.kept(kept)
    return isOpen
  }

  const overtake = () => {
    openings += 1
    latest.opening.abort()
    for (const { key, step } of view.getState()) {
      if (step === 'refused') drop(key)
      else change(key, { isOpen: false })
    }
  }

  const take: SongImports['take'] = (files, options) => {
    const keys = files.map(add)
    for (const key of keys) optionsOf.set(key, options)
    if (options.open) overtake()
    const turn: Turn = { all: giveUp, opening: new AbortController(), askedAt: place() }
    turn.all.signal.addEventListener('abort', () => turn.opening.abort(), { once: true })
    if (options.open) latest = turn
    const taken = last.then(() => takeAll(keys, options, turn))
    last = taken.catch(() => undefined)
    return taken
  }

  const cancel = () => {
    giveUp.abort()
    giveUp = new AbortController()
    for (const { key, step } of view.getState()) if (IN_PROGRESS.includes(step)) drop(key)
  }

  const forget = () => {
    ending.abort()
    ending = new AbortController()
    cancel()
    sources.clear()
    optionsOf.clear()
    view.setState([], true)
    saidUnavailable = false
    // The next user must not wait for this user's files.
    last = Promise.resolve()
  }

  return {
    view,
    take,
    cancel,
    overtake,
    get openings() {
      return openings
    },
    forget,
    dismiss: drop,
    openUnkept(key) {
      const source = sources.get(key)
      if (!source) return Promise.resolve(false)
      drop(key)
      return take([source], { keep: false, open: true })
    },
    repair(key) {
      const source = sources.get(key)
      const options = optionsOf.get(key)
      if (!source || !options) return Promise.resolve(false)
      drop(key)
      const bytes: SongFile['bytes'] = async control => {
        const { bytes, notes } = await reader.repair(await source.bytes(control), source.name)
        say.repaired(notes)
        return bytes
      }
      return take([{ ...source, size: 0, bytes }], options)
    },
    dispose: forget,
  }
}

/** Applies the user's name for a song, so that exports use it too. */
export function named(reading: SongReading, title: string | undefined): SongReading {
  if (title === undefined) return reading
  const { song } = reading
  return { ...reading, song: { ...song, header: { ...song.header, name: title } } }
}

function songToKeep(file: string, size: number, { title, ...summary }: SongSummary): NewSong {
  return { name: title, file, size, ...summary, reader: READERS }
}

export function songFile(file: UserFile): SongFile {
  return { name: file.name, size: file.size, bytes: async () => new Uint8Array(await file.arrayBuffer()) }
}

export function checkSize(bytes: number): void {
  if (bytes > LARGEST_FILE_BYTES) {
    throw new SentenceError('midi_too_large', TOO_LARGE, { limit: '32 MB' })
  }
}
