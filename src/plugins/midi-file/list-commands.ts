/** The commands around the list: files into it, songs out of it, onto the neck and away. */
import type { ArgumentChoice } from '../../core/commands/command.js'
import { GO_TO } from '../../core/events/go-to.js'
import type { Notice } from '../../core/events/notices.js'
import type { ChoiceLister, CommandHandler, PluginContext } from '../../core/kernel/manifest/plugin.js'
import { COMMANDS, EVENTS, PAGE, TENANT, TRANSLATOR } from '../../core/kernel/services/tokens.js'
import { phrases } from '../../core/platform/phrases.js'
import { SentenceError } from '../../core/platform/sentence-error.js'
import { songAt } from './load-song-file.js'
import { ownSong } from './open-song.js'
import type { AddressArgs, LinkArgs, RenameSongArgs, SongArgs } from './settings.js'
import { songFile } from './song-file.js'
import { OWN_SONGS, ownSongOf } from './songs/own-songs.js'
import {
  type ImportWish,
  SONG_FORMAT_LIST,
  SONG_IMPORTS,
  SONG_LIST,
  SONG_NOTICES,
  SONG_SESSION,
  type SongFile,
} from './tokens.js'

const SENTENCES = phrases({ removed: '“{{name}}” was removed from your songs.' })
const { UNDO } = phrases({ UNDO: 'Undo' })

type Services = Pick<PluginContext, 'get' | 'find'>

/** The neck is where songs are seen: whoever opens one elsewhere is led there. */
export function showNeck({ get }: Pick<Services, 'get'>): void {
  if (get(COMMANDS).conditions.getState().route !== '/fretboard')
    get(EVENTS).emit(GO_TO, { path: '/fretboard' })
}

/** Keeps files and opens the first; on the page of songs all that is opened stays in the list. */
export function takeFiles({ get }: Pick<Services, 'get'>, files: readonly SongFile[]): Promise<boolean> {
  const open = get(COMMANDS).conditions.getState().route !== '/songs'
  return get(SONG_IMPORTS).take(files, { keep: true, open })
}

export const LIST_COMMANDS: Readonly<Record<string, CommandHandler>> = {
  'midi-file.open-file': async ({ get, find }) => {
    const files = (await find(PAGE)?.chooseFiles(await get(SONG_FORMAT_LIST).endings())) ?? []
    await takeFiles({ get }, files.map(songFile))
  },
  'midi-file.open-address': async (context, { address }: AddressArgs) => {
    await openAddress(context, address, { keep: true, open: true })
  },
  // Whoever follows a link has not asked for a place in their list.
  'midi-file.open-link': async (context, { link }: LinkArgs) => {
    if (ownSongOf(link) || (await context.get(SONG_LIST).has(link))) await openSong(context, link)
    else await openAddress(context, link, { keep: false, open: true, offer: true })
  },
  'midi-file.open-song': async (context, { song }: SongArgs) => {
    await openSong(context, song)
  },
  'midi-file.play-song': async (context, { song }: SongArgs) => {
    if (await openSong(context, song)) context.get(SONG_SESSION).play()
  },
  'midi-file.rename-song': ({ get }, { song, name }: RenameSongArgs) => get(SONG_LIST).rename(song, name),
  'midi-file.remove-song': async (context, { song }: SongArgs) => {
    const list = context.get(SONG_LIST)
    const name = nameOf(context, song)
    const post = context.get(SONG_NOTICES).poster()
    offerUndo(post, context, name, await list.remove(song))
  },
  'midi-file.cancel-reading': ({ get }) => get(SONG_IMPORTS).cancel(),
  'midi-file.show-songs': ({ get }) => get(EVENTS).emit(GO_TO, { path: '/songs' }),
}

/** Ours and the user's. */
const anySong: ChoiceLister = context => [...ownChoices(context), ...keptChoices(context)]
const keptSong: ChoiceLister = context => keptChoices(context)

export const LIST_CHOICES: Readonly<Record<string, Readonly<Record<string, ChoiceLister>>>> = {
  'midi-file.open-song': { song: anySong },
  'midi-file.play-song': { song: anySong },
  'midi-file.export-song': { song: anySong },
  'midi-file.rename-song': { song: keptSong },
  'midi-file.remove-song': { song: keptSong },
}

/**
 * Opens one of our songs, or one of the list.
 *
 * @returns whether it is open now: a file of the list that can no longer be read is told to the user
 * @throws SentenceError `song_gone`
 */
export async function openSong(context: Services, id: string): Promise<boolean> {
  const { get } = context
  const own = ownSongOf(id)
  if (own) {
    get(SONG_IMPORTS).overtake()
    const song = ownSong(await own.make())
    showNeck(context)
    return get(SONG_SESSION).openSong(song, own.title)
  }
  return get(SONG_IMPORTS).take([await get(SONG_LIST).open(id)], { keep: false, open: true })
}

/** A refusal is told to the user, like that of a file. */
export async function openAddress(
  { get, find }: Services,
  address: string,
  wish: ImportWish,
): Promise<boolean> {
  const page = find(PAGE)
  if (!page) return false
  const { origin, fetch } = page
  const rules = { origin, hosts: get(TENANT).current.songHosts ?? [] }
  return get(SONG_IMPORTS).take([songAt(address, rules, fetch)], wish)
}

/** @param post says it for as long as they are logged in whose song it was */
function offerUndo(
  post: (notice: Notice) => void,
  { get }: Services,
  name: string,
  bringBack: () => Promise<void>,
): void {
  const run = () => {
    bringBack().catch(thrown => {
      if (!(thrown instanceof SentenceError)) throw thrown
      const { sentence: message, values, code } = thrown
      const refused = { kind: 'warning', source: 'midi-file', message, values, code } as const
      if (code === 'song_not_yours') get(SONG_NOTICES).post(refused)
      // Another song has taken its place meanwhile: it can still be brought back once there is room.
      else post({ ...refused, action: { label: UNDO, run }, stays: true })
    })
  }
  const action = { label: UNDO, run }
  post({ kind: 'info', source: 'midi-file', message: SENTENCES.removed, values: { name }, action })
}

function nameOf({ get }: Services, id: string): string {
  const { songs } = get(SONG_LIST).view.getState()
  return songs.find(song => song.id === id)?.name ?? id
}

function ownChoices({ get }: PluginContext): readonly ArgumentChoice[] {
  const translator = get(TRANSLATOR)
  return OWN_SONGS.map(({ id, title }) => ({ value: id, label: translator.t('midi-file', title) }))
}

function keptChoices({ get }: PluginContext): readonly ArgumentChoice[] {
  return get(SONG_LIST)
    .view.getState()
    .songs.map(({ id, name }) => ({ value: id, label: name }))
}
