import type { ArgumentChoice } from '../../core/commands/command.js'
import { DONE, GO_TO } from '../../core/events/app-events.js'
import type { Notice } from '../../core/events/notices.js'
import type { ChoiceLister, CommandHandler, PluginContext } from '../../core/kernel/plugin.js'
import { EVENTS, PAGE, PLUGINS, TENANT, TRANSLATOR } from '../../core/kernel/tokens.js'
import { FretworkError } from '../../core/platform/fretwork-error.js'
import { phrases, SentenceError } from '../../core/platform/phrases.js'
import { READERS, SONG_EXPORTER, SONG_READER, type SongReading } from '../midi-file/tokens.js'
import { SONG_NOTICES, SONG_RELOADED, SONG_SESSION } from '../player/tokens.js'
import { OPEN_SONG } from './import/open-song.js'
import { songAt } from './import/song-at-url.js'
import { named, showNeck, songFile, startPlayer, takeFiles } from './import/song-imports.js'
import { INCLUDED_SONGS, includedSong, makeSong } from './list/included-songs.js'
import type { Args } from './settings.js'
import { CREDITS, type ImportOptions, SONG_IMPORTS, SONG_LIBRARY, songChoices, tagsOf } from './tokens.js'

const SENTENCES = phrases({
  removed: '“{{name}}” removed from your library.',
  renamed: 'Renamed to “{{name}}”.',
  described: 'Details for “{{name}}” saved.',
  tagged: 'Tag “{{tag}}” added to “{{name}}”.',
  untagged: 'Tag “{{tag}}” removed from “{{name}}”.',
  manyTags: 'A song can have up to {{limit}} tags. Remove one first.',
  reloaded: '“{{name}}” reloaded from its original file.',
  no_file: 'Included songs have no original file. Choose MIDI or JSON.',
})
const { UNDO } = phrases({ UNDO: 'Undo' })

type Services = Pick<PluginContext, 'get' | 'find'>

export const LIBRARY_COMMANDS: Readonly<Record<string, CommandHandler>> = {
  'library.open-file': async ({ get, find }) => {
    const files = (await find(PAGE)?.chooseFiles(await get(SONG_READER).endings())) ?? []
    await takeFiles({ get }, files.map(songFile))
  },
  'library.open-address': async (context, { address }: Args['address']) => {
    await openAddress(context, address, { keep: true, open: true })
  },
  // Links only suggest adding the song to the library.
  'library.open-link': async (context, { link }: Args['link']) => {
    if (includedSong(link) || (await context.get(SONG_LIBRARY).has(link))) await openSong(context, link)
    else await openAddress(context, link, { keep: false, open: true, offer: true })
  },
  'library.open-song': async (context, { song }: Args['song']) => {
    await openSong(context, song)
    return ''
  },
  'library.play-song': async (context, { song }: Args['song']) => {
    if (await openSong(context, song)) context.get(SONG_SESSION).play()
    return ''
  },
  'library.rename-song': async (context, { song, name }: Args['rename']) => {
    await context.get(SONG_LIBRARY).rename(song, name)
    context.get(OPEN_SONG).renamed(song, songName(context, song))
    return said(context, SENTENCES.renamed, { name })
  },
  'library.describe-song': async (context, { song: id, ...credits }: Args['describe']) => {
    const given = CREDITS.flatMap(name => {
      const text = credits[name]?.trim()
      return text === undefined ? [] : [[name, text]]
    })
    await context.get(SONG_LIBRARY).change(id, song => ({ ...song, ...Object.fromEntries(given) }))
    return said(context, SENTENCES.described, { name: songName(context, id) })
  },
  'library.tag-song': async (context, { song: id, tag }: Args['tag']) => {
    const { get } = context
    await get(SONG_LIBRARY).change(id, song => {
      const { tags = [] } = song
      if (tags.some(each => isSameTag(each, tag))) return song
      if (tags.length >= MOST_TAGS)
        throw new SentenceError('tags_full', SENTENCES.manyTags, { limit: MOST_TAGS })
      return { ...song, tags: [...tags, spelled(get, tag)].sort((a, b) => a.localeCompare(b)) }
    })
    return said(context, SENTENCES.tagged, { tag, name: songName(context, id) })
  },
  'library.untag-song': async (context, { song: id, tag }: Args['tag']) => {
    const said = { message: SENTENCES.untagged, values: { tag, name: songName(context, id) } }
    const post = context.get(SONG_NOTICES).poster()
    const restore = await context.get(SONG_LIBRARY).change(id, song => ({
      ...song,
      tags: song.tags?.filter(each => !isSameTag(each, tag)) ?? [],
    }))
    offerUndo(post, context, said, restore)
  },
  'library.show-tag': ({ get }, { tag }: Args['showTag']) =>
    get(EVENTS).emit(GO_TO, { path: `/songs?${new URLSearchParams({ tag })}` }),
  'library.remove-song': async (context, { song }: Args['song']) => {
    const list = context.get(SONG_LIBRARY)
    const name = songName(context, song)
    const post = context.get(SONG_NOTICES).poster()
    offerUndo(post, context, { message: SENTENCES.removed, values: { name } }, await list.remove(song))
  },
  'library.reload-song': async (context, { song }: Args['song']) => {
    const said = { message: SENTENCES.reloaded, values: { name: songName(context, song) } }
    const post = context.get(SONG_NOTICES).poster()
    offerUndo(post, context, said, await reloadSong(context, song))
  },
  'library.export-song': async ({ get }, { song: id, format }: Args['export']) => {
    const exporter = get(SONG_EXPORTER)
    const included = includedSong(id)
    if (included) {
      if (format === 'file') throw new FretworkError('song_no_file', SENTENCES.no_file)
      return exporter.save(makeSong(included), included.title, SAVED_AS[format])
    }
    const file = await get(SONG_LIBRARY).open(id)
    const bytes = await file.bytes()
    if (format === 'file') return exporter.saveFile(file.name, bytes)
    const { song } = await get(SONG_READER).read(bytes, file.name, { reader: file.reader })
    song.header.name = file.title
    return exporter.save(song, file.title, SAVED_AS[format])
  },
  'library.cancel-reading': ({ get }) => get(SONG_IMPORTS).cancel(),
  'library.show-songs': ({ get }) => get(EVENTS).emit(GO_TO, { path: '/songs' }),
}

const MOST_TAGS = 20

/**
 * Announces a result, because pages also run these commands.
 * @returns empty, so that the command adds no other message
 */
function said({ get }: Services, message: string, values: Readonly<Record<string, string>>): string {
  get(EVENTS).emit(DONE, { text: get(TRANSLATOR).t('library', message, values) })
  return ''
}

const isSameTag = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Returns the tag as other songs spell it. */
function spelled(get: Services['get'], tag: string): string {
  return tagsOf(get(SONG_LIBRARY).view.getState().songs).find(each => isSameTag(each, tag)) ?? tag
}

const SAVED_AS = { midi: 'midi', json: 'json', musicxml: '.musicxml', 'guitar-pro': '.gp' } as const

const anySong: ChoiceLister = context => [...includedSongChoices(context), ...songChoices(context)]
const keptSong: ChoiceLister = context => songChoices(context)
const earlierSong: ChoiceLister = ({ get }) => {
  const songs = get(SONG_LIBRARY)
    .view.getState()
    .songs.filter(({ reader = 1 }) => reader < READERS)
  return songs.map(({ id, name }) => ({ value: id, label: name }))
}

const anyTag: ChoiceLister = ({ get }) =>
  tagsOf(get(SONG_LIBRARY).view.getState().songs).map(tag => ({ value: tag, label: tag }))

export const LIBRARY_CHOICES: Readonly<Record<string, Readonly<Record<string, ChoiceLister>>>> = {
  'library.open-song': { song: anySong },
  'library.play-song': { song: anySong },
  'library.export-song': { song: anySong },
  'library.rename-song': { song: keptSong },
  'library.describe-song': { song: keptSong },
  'library.tag-song': { song: keptSong },
  'library.untag-song': { song: keptSong, tag: anyTag },
  'library.show-tag': { tag: anyTag },
  'library.remove-song': { song: keptSong },
  'library.reload-song': { song: earlierSong },
}

/**
 * Opens an included song or a library song.
 * @returns whether it was opened
 * @throws SentenceError `song_gone`
 */
export async function openSong(context: Services, id: string): Promise<boolean> {
  const { get } = context
  const imports = get(SONG_IMPORTS)
  imports.overtake()
  const { openings } = imports
  // Another song may have been opened in the meantime.
  const isOvertaken = () => imports.openings !== openings
  const own = includedSong(id)
  if (own) {
    const say = (name: string) => get(TRANSLATOR).t('library', name)
    const song = makeSong(own, say)
    showNeck(context)
    await startPlayer(context)
    if (isOvertaken()) return false
    const isOpen = await get(SONG_SESSION).openSong({ song, notes: [] }, say(own.title))
    if (isOpen) get(OPEN_SONG).opened({ id })
    return isOpen
  }
  const file = await get(SONG_LIBRARY).open(id)
  return !isOvertaken() && imports.take([file], { keep: false, open: true })
}

export async function openAddress(
  { get, find }: Services,
  address: string,
  wish: ImportOptions,
): Promise<boolean> {
  const page = find(PAGE)
  if (!page) return false
  const { origin, fetch } = page
  const rules = { origin, hosts: get(TENANT).current.songHosts ?? [] }
  return get(SONG_IMPORTS).take([songAt(address, rules, fetch)], wish)
}

/** @param post bound to the session of the song's owner */
function offerUndo(
  post: (notice: Notice) => void,
  { get }: Services,
  said: Pick<Notice, 'message' | 'values'>,
  bringBack: () => Promise<void>,
): void {
  const run = () => {
    bringBack().catch(thrown => {
      if (!(thrown instanceof SentenceError)) throw thrown
      const { sentence: message, values, code } = thrown
      const refused = { kind: 'warning', source: 'library', message, values, code } as const
      if (code === 'song_not_yours') get(SONG_NOTICES).post(refused)
      // Another song took the free space. Keep the notice, so that the user can make room and retry.
      else post({ ...refused, action: { label: UNDO, run }, stays: true })
    })
  }
  const action = { label: UNDO, run }
  post({ kind: 'info', source: 'library', ...said, action })
}

function songName({ get }: Services, id: string): string {
  const { songs } = get(SONG_LIBRARY).view.getState()
  return songs.find(song => song.id === id)?.name ?? id
}

function includedSongChoices({ get }: PluginContext): readonly ArgumentChoice[] {
  const translator = get(TRANSLATOR)
  return INCLUDED_SONGS.map(({ id, title }) => ({ value: id, label: translator.t('library', title) }))
}

/**
 * Rereads a library song and keeps its key, pins and progress.
 * @returns an undo function
 * @throws SentenceError
 */
async function reloadSong({ get }: Pick<PluginContext, 'get'>, id: string): Promise<() => Promise<void>> {
  const reader = get(SONG_READER)
  const { name, title, key: first, reader: readBy, bytes } = await get(SONG_LIBRARY).open(id)
  const file = await bytes()
  const after = await reader.read(file, name)
  const before = await reader.read(file, name, { reader: readBy })
  const key = first ?? reader.summaryOf(before, name).key
  const { title: _title, ...summary } = reader.summaryOf(after, name)
  await get(PLUGINS).trigger(`event:${SONG_RELOADED.id}`)
  const restore = await get(SONG_LIBRARY).change(id, song => {
    const { lengthMs, tracks, notes, ...credits } = summary
    // Credits entered by the user take precedence.
    return { ...credits, ...song, lengthMs, tracks, notes, key, reader: READERS }
  })
  get(EVENTS).emit(SONG_RELOADED, { key, before: before.song, after: after.song })
  const reopen = async (reading: SongReading) => {
    const session = get(SONG_SESSION)
    if (session.view.getState().song?.key !== key) return
    if (await session.openSong(named(reading, title), title, { key })) get(OPEN_SONG).opened({ id })
  }
  await reopen(after)
  return async () => {
    await restore()
    await reopen(before)
  }
}
