/** Songs: what this device keeps, searched, played and removed, and those that come with the program. */
import { Alert, Anchor, Button, CloseButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconFolderOpen, IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { planPath } from '../../../core/auth/plans.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { INCLUDED_SONGS } from '../included/included-songs.js'
import { searchSongs } from '../list/search-songs.js'
import { type LibrarySong, SONG_LIBRARY } from '../tokens.js'
import { AddressField } from './address-field.js'
import { ImportProgress } from './import-progress.js'
import { AwaitedRows, SongRows, useKeptRows } from './song-rows.js'
import classes from './songs.module.css'
import { useFocusKept } from './use-focus-kept.js'

export default function SongsPage() {
  const { t } = useText()
  const open = useCommand('library.open-file')
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div>
          <h1 className={classes.title}>{t('Songs')}</h1>
          <p className={classes.note}>
            {t('Drop MIDI files anywhere on this page. They stay on this device.')}
          </p>
        </div>
        <Button leftSection={<IconFolderOpen size={16} />} onClick={() => open.run()}>
          {t('Open…')}
        </Button>
      </header>
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
      <Alert color="yellow" variant="light" title={t('This browser keeps no songs')}>
        {t('Perhaps the window is private. Songs can be opened and played all the same.')}
      </Alert>
    )
  if (songs.length === 0)
    return (
      <Stack gap="xs" role="status" maw={560} py="md">
        <Text fw={600}>{t('No song is kept yet')}</Text>
        <Text c="dimmed" size="sm">
          {t(
            'What you open is kept here: .mid files, songs in JSON, and MIDI logs that were exported. To begin with, play one of those below.',
          )}
        </Text>
      </Stack>
    )
  return <Searched songs={songs} />
}

function Searched({ songs }: { readonly songs: readonly LibrarySong[] }) {
  const { t } = useText()
  const [query, setQuery] = useState('')
  const found = searchSongs(songs, query)
  const rows = useKeptRows(found)
  const box = useFocusKept(rows)
  const field = useRef<HTMLInputElement>(null)
  const clear = () => {
    setQuery('')
    // The button goes with the text.
    field.current?.focus()
  }
  return (
    <section ref={box} className={classes.coming} aria-label={t('My songs')} tabIndex={-1}>
      <TextInput
        ref={field}
        className={classes.search}
        type="search"
        autoComplete="off"
        label={t('Find a song')}
        leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
        rightSection={query !== '' && <CloseButton aria-label={t('Clear the search')} onClick={clear} />}
        value={query}
        onChange={event => setQuery(event.currentTarget.value)}
      />
      <Room number={songs.length} />
      {rows.length > 0 ? (
        <SongRows label={t('My songs')} songs={rows} />
      ) : (
        <Text c="dimmed" role="status">
          {t('No song is found by “{{query}}”.', { query })}
        </Text>
      )}
    </section>
  )
}

/** How many more there is room for, where the plan has a limit. */
function Room({ number }: { readonly number: number }) {
  const { t } = useText()
  const limit = useService(SONG_LIBRARY).limit()
  if (!Number.isFinite(limit)) return null
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {t('Songs kept: {{number}} of {{limit}}', { number, limit })}
      </Text>
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
    <section aria-labelledby="own-songs" className={classes.coming}>
      <h2 id="own-songs" className={classes.part}>
        {t('Songs that come along')}
      </h2>
      <SongRows label={t('Songs that come along')} songs={rows} />
    </section>
  )
}
