import { Alert, Anchor, Button, CloseButton, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { IconFolderOpen, IconSearch } from '@tabler/icons-react'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { planPath } from '../../../core/auth/plans.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useFingers } from '../../../core/react/hooks/use-fingers.js'
import { useService, useStore, useText } from '../../../core/react/kernel-context.js'
import page from '../../../core/react/list-page.module.css'
import { Hint, SecondaryButton } from '../../../core/react/looks.js'
import { INCLUDED_SONGS } from '../included/included-songs.js'
import { type LibrarySong, SONG_LIBRARY } from '../tokens.js'
import { ImportProgress } from './import-progress.js'
import { AwaitedRows, SongRows, songFacts } from './song-rows.js'

export default function SongsPage() {
  const { t } = useText()
  const open = useCommand('library.open-file')
  return (
    <div className={page.page}>
      <Group component="header" justify="space-between" align="flex-end" gap="12px 24px">
        <div>
          <h1 className={page.title}>{t('Songs')}</h1>
          <p className={page.note}>
            {useFingers()
              ? t('Open a MIDI, Guitar Pro, MusicXML or ABC file.')
              : t('Drop MIDI, Guitar Pro, MusicXML or ABC files anywhere on this page.')}
          </p>
        </div>
        <Button leftSection={<IconFolderOpen size={16} />} onClick={() => open.run()}>
          {t('Open…')}
        </Button>
      </Group>
      <AddressField />
      <ImportProgress />
      <Kept />
      <Ours />
    </div>
  )
}

function Kept() {
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
  return <Searched songs={songs} />
}

function Searched({ songs }: { readonly songs: readonly LibrarySong[] }) {
  const text = useText()
  const { t } = text
  const [query, setQuery] = useInputState('')
  const found = searchSongs(songs, query)
  const rows = found.map(song => ({ ...song, facts: songFacts(song, text), removable: true }))
  const box = useFocusKept(rows)
  const field = useRef<HTMLInputElement>(null)
  const clear = () => {
    setQuery('')
    field.current?.focus()
  }
  return (
    <Stack component="section" ref={box} gap={12} aria-label={t('My songs')} tabIndex={-1}>
      <TextInput
        ref={field}
        className={page.search}
        type="search"
        autoComplete="off"
        label={t('Find a song')}
        leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
        rightSection={query !== '' && <CloseButton aria-label={t('Clear the search')} onClick={clear} />}
        value={query}
        onChange={setQuery}
      />
      <Room number={songs.length} />
      {rows.length > 0 ? (
        <SongRows label={t('My songs')} songs={rows} />
      ) : (
        <Text c="dimmed" role="status">
          {t('No songs match “{{query}}”.', { query })}
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
      <Hint>{t('{{number}} of {{limit}} songs', { number, limit })}</Hint>
      <Anchor component={Link} to={planPath('songs')} size="sm">
        {t('Keep more')}
      </Anchor>
    </Group>
  )
}

function Ours() {
  const { t, tm } = useText()
  const rows = INCLUDED_SONGS.map(({ id, title, origin }) => ({
    id,
    name: tm('library', title),
    facts: tm('library', origin),
    removable: false,
  }))
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
          placeholder="https://…/song.mid"
          value={address}
          onChange={setAddress}
        />
        <SecondaryButton type="submit">{t('Load')}</SecondaryButton>
      </Group>
    </form>
  )
}

/** Finds all words of the query as parts of words, without accents. */
function searchSongs(songs: readonly LibrarySong[], query: string): readonly LibrarySong[] {
  const words = plain(query)
    .split(/\s+/)
    .filter(word => word !== '')
  if (words.length === 0) return songs
  return songs.filter(({ name, file, tracks }) => {
    const text = plain([name, file, ...tracks.flatMap(track => [track.name, track.instrument])].join(' '))
    return words.every(word => text.includes(word))
  })
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

const ROW = '[data-row]'

/** Moves the focus from a removed row to the next. @param shown changes with the rows @returns goes on their list */
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that go are what takes the focus away
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body || document.activeElement === null
    if (focused.current < 0 || !isLost) return
    const rows = [...(box.current?.querySelectorAll(ROW) ?? [])]
    const next = rows[Math.min(focused.current, rows.length - 1)]
    ;(next?.querySelector<HTMLElement>('a, button') ?? box.current)?.focus()
  }, [shown])

  return box
}
