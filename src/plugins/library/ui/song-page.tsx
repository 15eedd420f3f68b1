import { Button, Group, List, SimpleGrid, Stack, Table, TagsInput, Text, TextInput } from '@mantine/core'
import { IconDownload, IconPlayerPlayFilled, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useMemo, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { BackLink } from '../../../core/react/list-page.js'
import page from '../../../core/react/list-page.module.css'
import { Hint, SecondaryButton } from '../../../core/react/looks.js'
import { READERS, SONG_READER, type SongRemark, type SongTrackView } from '../../midi-file/tokens.js'
import { includedSong, makeSong } from '../list/included-songs.js'
import { CREDITS, type LibrarySong, SONG_LIBRARY, TAKE_FILE, tagsOf } from '../tokens.js'
import { AwaitedRows, creditsOf, isGuitarProFile, songFacts } from './song-rows.js'

export default function SongPage() {
  const { t } = useText()
  const { id = '' } = useParams()
  const { state, songs } = useStore(useService(SONG_LIBRARY).view)
  const kept = songs.find(song => song.id === id)
  const own = useOwn(id)
  return (
    <div className={page.page}>
      <BackLink to="/songs">{t('All songs')}</BackLink>
      {kept && <SavedSong key={kept.id} song={kept} />}
      {own && <Shown song={own} id={id} />}
      {!kept && !own && (state === 'waiting' ? <AwaitedRows /> : <Gone />)}
    </div>
  )
}

function Gone() {
  const { t } = useText()
  return (
    <div role="status">
      <h1 className={page.title}>{t('This song isn’t on this device')}</h1>
      <p className={page.note}>{t('It was removed, is on another device, or belongs to another user.')}</p>
    </div>
  )
}

type ShownSong = Pick<LibrarySong, 'name' | 'lengthMs' | 'tracks' | 'notes'>

function useOwn(id: string): ShownSong | undefined {
  const { tm } = useText()
  const reader = useService(SONG_READER)
  return useMemo(() => {
    const own = includedSong(id)
    const say = (name: string) => tm('library', name)
    return own && { ...reader.summaryOf({ song: makeSong(own, say), notes: [] }, ''), name: say(own.title) }
  }, [id, reader, tm])
}

function SavedSong({ song }: { readonly song: LibrarySong }) {
  const { t } = useText()
  const navigate = useNavigate()
  const remove = useCommand('library.remove-song')
  const reload = useCommand('library.reload-song')
  return (
    <>
      <Shown song={song} id={song.id} hasFile />
      {(song.reader ?? 1) < READERS && (
        <Group gap="xs">
          <SecondaryButton onClick={() => reload.run({ song: song.id })}>
            {t('Reload original file')}
          </SecondaryButton>
          <Hint>
            {t(
              'Fretwork now reads this file type more accurately. Reloading keeps pins and practice progress.',
            )}
          </Hint>
        </Group>
      )}
      <Group gap="xs">
        <ForOthers command="sharing.share-song" song={song.id} label={t('Share')} />
        <ForOthers command="homework.give" song={song.id} label={t('Assign as homework')} />
      </Group>
      <Details song={song} />
      <Button
        variant="subtle"
        color="red"
        className={page.back}
        leftSection={<IconTrash size={16} />}
        onClick={() => {
          remove.run({ song: song.id })
          navigate('/songs')
        }}
      >
        {t('Remove from library')}
      </Button>
    </>
  )
}

function Details({ song }: { readonly song: LibrarySong }) {
  const { t } = useText()
  const rename = useCommand('library.rename-song')
  const describe = useCommand('library.describe-song')
  const [add, remove] = [useCommand('library.tag-song'), useCommand('library.untag-song')]
  const { songs } = useStore(useService(SONG_LIBRARY).view)
  const { id, name, tags = [] } = song
  const first = { name, artist: song.artist ?? '', album: song.album ?? '', arranger: song.arranger ?? '' }
  const [fields, setFields] = useState(first)
  const labels = {
    name: t('Title'),
    artist: t('Artist'),
    album: t('Album'),
    arranger: isGuitarProFile(song.file) ? t('Tab by') : t('Arranger'),
  }
  const names = ['name', ...CREDITS] as const
  const save = (event: FormEvent) => {
    event.preventDefault()
    const { name: given, ...credits } = fields
    if (given.trim() !== '' && given !== name) rename.run({ song: id, name: given.trim() })
    if (CREDITS.some(each => credits[each] !== first[each])) describe.run({ song: id, ...credits })
  }
  const change = (next: readonly string[]) => {
    for (const tag of next) if (!tags.includes(tag)) add.run({ song: id, tag })
    for (const tag of tags) if (!next.includes(tag)) remove.run({ song: id, tag })
  }
  return (
    <>
      <TagsInput
        className={page.search}
        label={t('Tags')}
        description={t('Press Enter after each tag.')}
        maxLength={40}
        data={[...tagsOf(songs)]}
        value={[...tags]}
        onChange={change}
      />
      <form onSubmit={save}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" className={page.form}>
          {names.map(each => (
            <TextInput
              key={each}
              label={labels[each]}
              maxLength={each === 'name' ? 120 : 200}
              value={fields[each]}
              onChange={event => setFields({ ...fields, [each]: event.currentTarget.value })}
            />
          ))}
        </SimpleGrid>
        <SecondaryButton
          mt="xs"
          type="submit"
          disabled={names.every(each => fields[each].trim() === first[each])}
        >
          {t('Save details')}
        </SecondaryButton>
      </form>
    </>
  )
}

function ForOthers({ command, song, label }: { command: string; song: string; label: string }) {
  const { enabled, run } = useCommand(command)
  if (!enabled) return null
  return <SecondaryButton onClick={() => run({ song })}>{label}</SecondaryButton>
}

/** Maps former plugins to the plugins that now include them. */
const SOURCES: Readonly<Record<string, string>> = { abc: 'score-files' }
const sourceOf = ({ source = 'midi-file' }: SongRemark) => SOURCES[source] ?? source

interface ShownProps {
  readonly song: ShownSong & Partial<LibrarySong>
  readonly id: string
  readonly hasFile?: boolean
}

function Shown({ song, id, hasFile = false }: ShownProps) {
  const { name, file, notes, ...facts } = song
  const text = useText()
  const { t, tm } = text
  const play = useCommand('library.play-song')
  const open = useCommand('library.open-song')
  const save = useCommand('library.export-song')
  const reader = useService(SONG_READER)
  const credits = creditsOf(song, t)
  const formats = [
    { format: 'midi', label: t('MIDI file') },
    { format: 'musicxml', label: t('MusicXML') },
    { format: 'guitar-pro', label: t('Guitar Pro') },
    { format: 'json', label: t('JSON') },
    ...(hasFile ? [{ format: 'file', label: t('Original file') }] : []),
  ]
  return (
    <>
      <header>
        <h1 className={page.title}>{name}</h1>
        {credits.length > 0 && <p className={page.note}>{credits.join(' · ')}</p>}
        <p className={page.note}>{songFacts(facts, text)}</p>
        {file !== undefined && file !== TAKE_FILE && (
          <p className={page.note}>{t('Imported from {{file}}', { file })}</p>
        )}
      </header>
      <Group gap="xs">
        <Button leftSection={<IconPlayerPlayFilled size={14} />} onClick={() => play.run({ song: id })}>
          {t('Play')}
        </Button>
        <SecondaryButton onClick={() => open.run({ song: id })}>{t('Open')}</SecondaryButton>
      </Group>
      <Stack className="fw-card" gap={16} p={{ base: 12, sm: 20 }}>
        <Tracks tracks={facts.tracks} />
        {notes.length > 0 && (
          <div>
            <Text size="sm" fw={600}>
              {t('Import report')}
            </Text>
            <List fz={14} c="dimmed" mt={4}>
              {notes.map(reader.reworded).map(note => (
                <List.Item key={note.code}>{tm(sourceOf(note), note.sentence, note.values)}</List.Item>
              ))}
            </List>
          </div>
        )}
      </Stack>
      <Group gap="xs" role="group" aria-label={t('Save as')}>
        <Hint>{t('Save as')}</Hint>
        {formats.map(({ format, label }) => (
          <SecondaryButton
            key={format}
            size="xs"
            leftSection={<IconDownload size={14} />}
            onClick={() => save.run({ song: id, format })}
          >
            {label}
          </SecondaryButton>
        ))}
      </Group>
    </>
  )
}

function Tracks({ tracks }: { readonly tracks: readonly SongTrackView[] }) {
  const { t, tm } = useText()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: tables that scroll sideways must be focusable
    <section style={{ overflowX: 'auto' }} aria-label={t('Tracks')} tabIndex={0}>
      <Table tabularNums verticalSpacing={6} horizontalSpacing="sm" aria-label={t('Tracks')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Track')}</Table.Th>
            <Table.Th>{t('Instrument')}</Table.Th>
            <Table.Th ta="right">{t('Notes')}</Table.Th>
            <Table.Th ta="right">{t('Channel')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tracks.map(({ index, name, instrument, notes, channel }) => (
            <Table.Tr key={index}>
              <Table.Td>{name || t('Track {{number}}', { number: index + 1 })}</Table.Td>
              <Table.Td>{tm('midi-file', instrument)}</Table.Td>
              <Table.Td ta="right">{notes}</Table.Td>
              <Table.Td ta="right">{channel}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
