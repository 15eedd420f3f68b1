import { Alert, Anchor, Button, Chip, CloseButton, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { IconFolderOpen, IconSearch } from '@tabler/icons-react'
import { type RefObject, useDeferredValue, useLayoutEffect, useMemo, useRef } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { planPath } from '../../../core/auth/plans.js'
import { SETTINGS } from '../../../core/kernel/tokens.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useTouchInput } from '../../../core/react/hooks/use-touch-input.js'
import { Select } from '../../../core/react/inputs/select.js'
import { useService, useStore, useText, type Text as Words } from '../../../core/react/kernel-context.js'
import page from '../../../core/react/list-page.module.css'
import { Hint, SecondaryButton } from '../../../core/react/looks.js'
import { INCLUDED_SONGS } from '../list/included-songs.js'
import { SONG_ORDERS, type SongOrder, songListSettings } from '../settings.js'
import { type LibrarySong, SONG_LIBRARY, tagsOf } from '../tokens.js'
import { ImportProgress } from './import-progress.js'
import { AwaitedRows, type SongRow, SongRows, songFacts } from './song-rows.js'

export default function SongsPage() {
  const { t } = useText()
  const open = useCommand('library.open-file')
  const [query, setQuery] = useInputState('')
  const later = useDeferredValue(query)
  const [params] = useSearchParams()
  const { songs } = useStore(useService(SONG_LIBRARY).view)
  const tag = tagsOf(songs).find(each => each === params.get('tag'))
  const included = useIncluded(songs.length === 0 ? '' : later, tag)
  return (
    <div className={page.page}>
      <Group component="header" justify="space-between" align="flex-end" gap="12px 24px">
        <div>
          <h1 className={page.title}>{t('Songs')}</h1>
          <p className={page.note}>
            {useTouchInput()
              ? t('Open a MIDI, Guitar Pro, MusicXML or ABC file.')
              : t('Drop MIDI, Guitar Pro, MusicXML or ABC files anywhere on this page.')}
          </p>
        </div>
        <Button leftSection={<IconFolderOpen size={16} />} onClick={() => open.run()}>
          {t('Open…')}
        </Button>
      </Group>
      <ImportProgress />
      <Kept {...{ query, later, tag, onQuery: setQuery, isFound: included.length > 0 }} />
      {included.length > 0 && <Ours rows={included} />}
      <AddressField />
    </div>
  )
}

interface SearchProps {
  readonly query: string
  /** Deferred query, so that the user can keep typing during the search. */
  readonly later: string
  readonly tag: string | undefined
  readonly onQuery: ReturnType<typeof useInputState<string>>[1]
  /** Whether the search finds included songs. */
  readonly isFound: boolean
}

function Kept(search: SearchProps) {
  const { t } = useText()
  const { state, songs } = useStore(useService(SONG_LIBRARY).view)
  if (state === 'waiting') return <AwaitedRows />
  if (state === 'none')
    return (
      <Alert color="yellow" variant="light" title={t('This browser can’t store songs')}>
        {t('You may be in a private window. You can still open and play songs.')}
      </Alert>
    )
  if (songs.length === 0)
    return (
      <Stack gap="xs" role="status" maw={560} py="md">
        <Text fw={600}>{t('No songs yet')}</Text>
        <Hint>{t('Songs you open appear here. To get started, play an included song below.')}</Hint>
      </Stack>
    )
  return <Searched songs={songs} {...search} />
}

interface SearchedProps extends SearchProps {
  readonly songs: readonly LibrarySong[]
}

function Searched({ songs, query, later, tag, onQuery, isFound }: SearchedProps) {
  const text = useText()
  const { t } = text
  const [, setParams] = useSearchParams()
  const list = useService(SETTINGS).store(songListSettings)
  const { order } = useStore(list)
  const tags = tagsOf(songs)
  const rows = useMemo(() => {
    const tagged = tag === undefined ? songs : songs.filter(song => song.tags?.includes(tag))
    return sortSongs(searchSongs(tagged, later), order, text.locale).map(song => rowOf(song, text))
  }, [songs, tag, later, order, text])
  const box = useFocusKept(rows)
  const field = useRef<HTMLInputElement>(null)
  const clear = () => {
    onQuery('')
    field.current?.focus()
  }
  const names = {
    newest: t('Newest first'),
    title: t('Title'),
    artist: t('Artist'),
    album: t('Album'),
    length: t('Length'),
  }
  return (
    <Stack component="section" ref={box} gap={12} aria-label={t('Library')} tabIndex={-1}>
      <Group align="flex-end" gap="xs">
        <TextInput
          ref={field}
          className={page.search}
          flex="1 1 180px"
          type="search"
          autoComplete="off"
          label={t('Find a song')}
          placeholder={t('Title, artist, album, tag…')}
          leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
          rightSection={query !== '' && <CloseButton aria-label={t('Clear search')} onClick={clear} />}
          value={query}
          onChange={onQuery}
        />
        <Select
          w={150}
          label={t('Sort by')}
          data={SONG_ORDERS.map(value => ({ value, label: names[value] }))}
          value={order}
          onChange={value => list.change({ order: value ?? 'newest' })}
        />
      </Group>
      {tags.length > 0 && (
        <Chip.Group value={tag ?? ''} onChange={value => setParams(value === '' ? {} : { tag: value })}>
          <Group gap={6} role="radiogroup" aria-label={t('Tags')}>
            <Chip value="">{t('All')}</Chip>
            {tags.map(each => (
              <Chip key={each} value={each}>
                {each}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      )}
      <Room number={songs.length} />
      {rows.length > 0 && <SongRows label={t('Library')} songs={rows} />}
      {rows.length === 0 && !isFound && (
        <Text c="dimmed" role="status">
          {t('No songs match “{{query}}”.', { query: later })}
        </Text>
      )}
    </Stack>
  )
}

function Room({ number }: { readonly number: number }) {
  const { t } = useText()
  const limit = useService(SONG_LIBRARY).limit()
  if (!Number.isFinite(limit)) return null
  return (
    <Group gap="xs">
      <Hint>
        {t('{{number}} of {{limit}} songs', { number, limit })} ·{' '}
        {t('Included songs don’t count toward the limit.')}
      </Hint>
      <Anchor component={Link} to={planPath('songs')} size="sm">
        {t('Store more songs')}
      </Anchor>
    </Group>
  )
}

function useIncluded(query: string, tag: string | undefined): readonly SongRow[] {
  const { tm } = useText()
  const rows = INCLUDED_SONGS.map(({ id, title, origin }) => ({
    ...{ id, name: tm('library', title), facts: tm('library', origin) },
    removable: false,
  }))
  const words = wordsOf(query)
  const isFound = ({ name, facts }: SongRow) => {
    const text = plain(`${name} ${facts}`)
    return words.every(word => text.includes(word))
  }
  return tag === undefined ? rows.filter(isFound) : []
}

function Ours({ rows }: { readonly rows: readonly SongRow[] }) {
  const { t } = useText()
  return (
    <Stack component="section" gap={12} aria-labelledby="own-songs">
      <Title order={2} id="own-songs" mt={12} fz={16}>
        {t('Included songs')}
      </Title>
      <SongRows label={t('Included songs')} songs={rows} />
    </Stack>
  )
}

function AddressField() {
  const { t } = useText()
  const open = useCommand('library.open-address')
  const [address, setAddress] = useInputState('')
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (address.trim() !== '') open.run({ address: address.trim() })
      }}
    >
      <Group gap="xs" align="flex-end" wrap="nowrap" className={page.search}>
        <TextInput
          flex={1}
          type="text"
          inputMode="url"
          autoComplete="off"
          label={t('Or open from a URL')}
          placeholder={t('https://…/song.mid')}
          value={address}
          onChange={setAddress}
        />
        <SecondaryButton type="submit">{t('Load')}</SecondaryButton>
      </Group>
    </form>
  )
}

/** Rows, cached by song and language. */
const rowsOf = new WeakMap<LibrarySong, { readonly row: SongRow; readonly t: Words['t'] }>()

function rowOf(song: LibrarySong, text: Words): SongRow {
  const known = rowsOf.get(song)
  if (known?.t === text.t) return known.row
  const { id, name, file, artist, album, arranger, tags } = song
  const credits = { ...(artist && { artist }), ...(album && { album }), ...(arranger && { arranger }) }
  const row = { ...{ id, name, file, ...credits, tags }, facts: songFacts(song, text), removable: true }
  rowsOf.set(song, { row, t: text.t })
  return row
}

const textsOf = new WeakMap<LibrarySong, string>()

const wordsOf = (query: string) =>
  plain(query)
    .split(/\s+/)
    .filter(word => word !== '')

/** Returns songs that contain every query word, even within another word. Ignores case and accents. */
function searchSongs(songs: readonly LibrarySong[], query: string): readonly LibrarySong[] {
  const words = wordsOf(query)
  if (words.length === 0) return songs
  return songs.filter(song => {
    const text = textsOf.get(song) ?? searchedText(song)
    textsOf.set(song, text)
    return words.every(word => text.includes(word))
  })
}

function searchedText({ name, file, artist, album, arranger, tags = [], tracks }: LibrarySong): string {
  const played = tracks.flatMap(track => [track.name, track.instrument])
  return plain([name, file, artist, album, arranger, ...tags, ...played].join(' '))
}

/** Songs without an artist or album come last. */
function sortSongs(songs: readonly LibrarySong[], order: SongOrder, locale: string): readonly LibrarySong[] {
  if (order === 'newest') return songs
  if (order === 'length') return songs.toSorted((a, b) => a.lengthMs - b.lengthMs)
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const keyOf = (song: LibrarySong) => (order === 'title' ? song.name : song[order] || undefined)
  return songs.toSorted((a, b) => {
    const [one, two] = [keyOf(a), keyOf(b)]
    if (one !== undefined && two !== undefined) return compare(one, two) || compare(a.name, b.name)
    return Number(one === undefined) - Number(two === undefined) || compare(a.name, b.name)
  })
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

const ROW = '[data-row]'

/**
 * Moves focus from a removed row to the next one.
 * @param shown changes with the rows
 * @returns ref for the list
 */
function useFocusKept(shown: unknown): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const focused = useRef(-1)

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => {
      const rows = [...element.querySelectorAll(ROW)]
      focused.current = rows.findIndex(row => row.contains(document.activeElement))
    }
    element.addEventListener('focusin', look)
    return () => element.removeEventListener('focusin', look)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: focus is lost when rows disappear
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body || document.activeElement === null
    if (focused.current < 0 || !isLost) return
    const rows = [...(box.current?.querySelectorAll(ROW) ?? [])]
    const next = rows[Math.min(focused.current, rows.length - 1)]
    ;(next?.querySelector<HTMLElement>('a, button') ?? box.current)?.focus()
  }, [shown])

  return box
}
