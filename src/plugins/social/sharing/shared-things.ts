import {
  linkFile,
  openLink,
  openShare,
  type SharedContent,
  type SharedSong,
  type ShareKind,
  shareFile,
} from '../../../core/contract/sharing.js'
import { fromBase64 } from '../../../core/http/library-files.js'
import type { PluginContext } from '../../../core/kernel/plugin.js'
import { API, AUTH, NOTICES, PLUGINS, SETTINGS } from '../../../core/kernel/tokens.js'
import { numbered } from '../../../core/platform/free-id.js'
import { phrases } from '../../../core/platform/phrases.js'
import type { SettingsSection } from '../../../core/settings/section.js'
import {
  type LibrarySong,
  SONG_IMPORTS,
  SONG_LIBRARY,
  type SongFile,
  SYNC,
  syncIdOf,
} from '../../library/tokens.js'
import { SONG_READER } from '../../midi-file/tokens.js'
import { SONG_OPENING, SONG_SESSION } from '../../player/tokens.js'
import { copiesSettings, type SharedCopy } from '../settings.js'

export type Source = { readonly share: string } | { readonly token: string }

/** Settings sections with lists that can be shared, by item kind. */
export const LISTS: Readonly<Record<Exclude<ShareKind, 'song'>, string>> = {
  tuning: 'Tunings',
  shape: 'Shapes',
  setlist: 'Setlists',
}

const SENTENCES = phrases({
  copied: '“{{title}}” copied to your library, with credit to {{name}}.',
})

export interface ListItem {
  readonly id: string
  readonly name: string
  readonly user?: string
}

export class SharedThings {
  constructor(private readonly context: Pick<PluginContext, 'get'>) {}

  async sync(): Promise<void> {
    await this.context.get(SYNC).now()
  }

  /** @throws ApiError `not_found` if the item isn't or is no longer shared */
  content(source: Source, signal: AbortSignal): Promise<SharedContent & { public?: boolean }> {
    const api = this.context.get(API)
    return 'share' in source
      ? api.call(openShare, { params: { id: source.share } }, { signal })
      : api.call(openLink, { params: { token: source.token } }, { signal })
  }

  private async bytesOf(source: Source, { hash }: SharedSong): Promise<Uint8Array> {
    const api = this.context.get(API)
    const { bytes } =
      'share' in source
        ? await api.call(shareFile, { params: { id: source.share, hash } })
        : await api.call(linkFile, { params: { token: source.token, hash } })
    return fromBase64(bytes)
  }

  private fileOf(source: Source, song: SharedSong): SongFile {
    return {
      ...{ name: song.file, title: song.title, size: song.size },
      bytes: () => this.bytesOf(source, song),
    }
  }

  /**
   * Opens a song without adding it to the library, and suggests adding it.
   * @returns whether it was opened
   */
  async open(source: Source, song: SharedSong): Promise<boolean> {
    const { get } = this.context
    return get(SONG_IMPORTS).take([this.fileOf(source, song)], {
      ...{ keep: false, open: true, offer: true },
    })
  }

  /** Opens a song on the link page, for people without an account or library. */
  async openHere(source: Source, song: SharedSong): Promise<void> {
    const { get } = this.context
    get(SONG_IMPORTS).overtake()
    const [bytes] = await Promise.all([
      this.bytesOf(source, song),
      get(PLUGINS).trigger(`event:${SONG_OPENING.id}`),
    ])
    const reading = await get(SONG_READER).read(bytes, song.file)
    reading.song.header.name = song.title
    await get(SONG_SESSION).openSong(reading, song.title)
  }

  async copy(source: Source, content: SharedContent): Promise<void> {
    const { get } = this.context
    const files = content.songs.map(song =>
      this.fileOf(source, { ...song, title: named(song.title, content) }),
    )
    if (files.length > 0) await get(SONG_IMPORTS).take(files, { keep: true, open: false })
    const missing = content.songs.filter(song => this.mine(song) === undefined)
    // The import has already reported the reason.
    if (missing.length > 0) return
    await this.rename(content)
    if (content.kind !== 'song') this.addItem(content)
    this.remember({
      ...{ share: content.id, user: this.user, version: content.version },
      by: content.by.name,
    })
    get(NOTICES).post({
      ...{ kind: 'success', source: 'social', message: SENTENCES.copied },
      values: { title: content.title, name: content.by.name },
    })
  }

  itemsOf(kind: Exclude<ShareKind, 'song'>): readonly ListItem[] {
    const store = this.listStore(kind)
    const kept: readonly unknown[] = store?.getState().kept ?? []
    return kept.filter(isItem).filter(item => item.user === undefined || item.user === this.user)
  }

  private addItem(content: SharedContent): void {
    const { kind, fields } = content
    if (kind === 'song') return
    const store = this.listStore(kind)
    if (!store) return
    const taken = new Set(store.getState().kept.flatMap(item => (isItem(item) ? [item.id] : [])))
    const id = numbered(typeof fields.id === 'string' ? fields.id : kind, each => taken.has(each))
    const name = named(content.title, content).slice(0, LONGEST_NAME)
    const item = { ...this.withOwnSongs(content), id, user: this.user, name }
    store.change({ kept: [...store.getState().kept, item] })
  }

  /** Gives copied files the item's new name, unless the user has renamed them. */
  private async rename(content: SharedContent): Promise<void> {
    for (const song of content.songs) {
      const mine = this.copied(song)
      const name = named(song.title, content)
      const isAsCopied = mine?.name.endsWith(named('', content)) && mine.name !== name
      if (mine && isAsCopied) await this.context.get(SONG_LIBRARY).rename(mine.id, name)
    }
  }

  private mine(song: SharedSong): string | undefined {
    const same = this.copied(song)
    return same && syncIdOf(same)
  }

  private copied({ file, size }: SharedSong): LibrarySong | undefined {
    const { songs } = this.context.get(SONG_LIBRARY).view.getState()
    return songs.find(song => song.file === file && song.size === size)
  }

  /** Returns a setlist's fields, with songs replaced by their copies. */
  private withOwnSongs({ fields, songs }: SharedContent): SharedContent['fields'] {
    if (!Array.isArray(fields.songs)) return fields
    const entries = fields.songs.map((entry: object & { readonly song?: unknown }) => {
      const theirs = songs.find(({ id }) => id === entry?.song)
      const song = theirs && this.mine(theirs)
      return song === undefined ? entry : { ...entry, song }
    })
    return { ...fields, songs: entries }
  }

  private listStore(kind: Exclude<ShareKind, 'song'>) {
    const settings = this.context.get(SETTINGS)
    const section = settings.sections.getState().find(({ id }) => id === LISTS[kind])
    return section && settings.store(section as SettingsSection<{ readonly kept: readonly unknown[] }>)
  }

  copyOf(copies: readonly SharedCopy[], share: string): SharedCopy | undefined {
    return copies.find(copy => copy.share === share && copy.user === this.user)
  }

  private remember(copy: SharedCopy): void {
    const store = this.context.get(SETTINGS).store(copiesSettings)
    const others = store
      .getState()
      .copies.filter(({ share, user }) => share !== copy.share || user !== copy.user)
    store.change({ copies: [copy, ...others].slice(0, MOST_COPIES) })
  }

  private get user(): string {
    return this.context.get(AUTH).state.getState().user?.id ?? ''
  }
}

export const sharedThingsOf = (context: PluginContext) => new SharedThings(context)

const named = (title: string, { by }: SharedContent) => `${title} (${by.name})`

const LONGEST_NAME = 60
const MOST_COPIES = 500

function isItem(item: unknown): item is ListItem {
  if (typeof item !== 'object' || item === null) return false
  return 'id' in item && typeof item.id === 'string' && 'name' in item && typeof item.name === 'string'
}

/**
 * Returns the path of a library item's sharing page.
 * @param record ID in the account
 */
export const sharePath = (kind: ShareKind, record: string): string =>
  `/shared/with?${new URLSearchParams({ kind, record })}`
