import { Box, Button, Group, NumberInput, Switch, Text, TextInput, Tooltip } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import type { ArgumentChoice } from '../../../../core/commands/command.js'
import { DONE } from '../../../../core/events/app-events.js'
import { COMMANDS, EVENTS, NOTICES, SETTINGS } from '../../../../core/kernel/tokens.js'
import { phrases } from '../../../../core/platform/phrases.js'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import { useSaid } from '../../../../core/react/hooks/use-said.js'
import { Select } from '../../../../core/react/inputs/select.js'
import { useService, useStore, useText } from '../../../../core/react/kernel-context.js'
import { BackLink } from '../../../../core/react/list-page.js'
import page from '../../../../core/react/list-page.module.css'
import { Hint, IconButton, SecondaryButton } from '../../../../core/react/looks.js'
import { setlistSettings } from '../../settings.js'
import { SONG_LIBRARY, syncIdOf } from '../../tokens.js'
import { PLAYING_SETLIST } from '../playing-setlist.js'
import { SETLISTS, type Setlist, type SetlistEntry, TEMPO } from '../setlists.js'
import classes from './setlists.module.css'

export default function SetlistPage() {
  const { t } = useText()
  const { id = '' } = useParams()
  const list = useStore(useService(SETLISTS).lists).find(each => each.id === id)
  return (
    <div className={page.page}>
      <BackLink to="/setlists">{t('Setlists')}</BackLink>
      {list ? (
        <Editor key={id} list={list} />
      ) : (
        <h1 className={page.title} role="status">
          {t('Setlist not found')}
        </h1>
      )}
    </div>
  )
}

function Editor({ list }: { readonly list: Setlist }) {
  const { t } = useText()
  const navigate = useNavigate()
  const lists = useService(SETLISTS)
  const playing = useService(PLAYING_SETLIST)
  const remove = useCommand('setlists.remove')
  const choices = useSongs()
  const settings = useService(SETTINGS).store(setlistSettings)
  const { continues } = useStore(settings)
  const { at } = useStore(playing.view)
  const [name, setName] = useInputState(list.name)
  useSaid(list.name)
  const events = useService(EVENTS)
  const rows = useRef<HTMLOListElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const focus = useRef<Moved>(undefined)
  const change = (entries: readonly SetlistEntry[], moved?: Moved) => {
    focus.current = moved
    if (moved?.said) events.emit(DONE, { text: moved.said })
    lists.change(list.id, { songs: [...entries] })
  }
  useEffect(() => {
    if (!focus.current) return
    const { place, action } = focus.current
    focus.current = undefined
    const row = rows.current?.children[Math.min(place, list.songs.length - 1)]
    const buttons = [action, 'up', 'down'].map(each =>
      row?.querySelector<HTMLButtonElement>(`[data-action=${each}]:not(:disabled)`),
    )
    ;(buttons.find(button => button) ?? field.current)?.focus()
  }, [list.songs])
  const addSong = (song: string | null) => {
    const found = choices.find(({ value }) => value === song)
    if (!found) return
    events.emit(DONE, { text: t('“{{song}}” added.', { song: found.label }) })
    change([...list.songs, { song: found.value, title: found.label, tempo: 100 }])
  }
  return (
    <>
      <h1 className={page.title}>{list.name}</h1>
      <Group gap="xs">
        <Button disabled={list.songs.length === 0} onClick={() => void playing.open(list, 0, true)}>
          {t('Play')}
        </Button>
        <SecondaryButton
          component={Link}
          to={`/shared/with?${new URLSearchParams({ kind: 'setlist', record: list.id })}`}
        >
          {t('Share')}
        </SecondaryButton>
        <Button
          variant="subtle"
          color="red"
          onClick={() => {
            remove.run({ setlist: list.id })
            navigate('/setlists')
          }}
        >
          {t('Delete')}
        </Button>
      </Group>
      <TextInput
        className={page.search}
        label={t('Name')}
        maxLength={60}
        value={name}
        onChange={setName}
        onBlur={() => {
          if (name.trim() !== '' && name !== list.name) lists.change(list.id, { name })
        }}
      />
      <Switch
        label={t('Play the next song automatically')}
        description={t('Otherwise, start it with Next, Page Down or a pedal.')}
        checked={continues}
        onChange={event => settings.change({ continues: event.currentTarget.checked })}
      />
      {list.songs.length === 0 && <Text c="dimmed">{t('No songs yet. Add the first one below.')}</Text>}
      {list.songs.length > 0 && (
        <ol ref={rows} className={`fw-card ${page.list}`} aria-label={t('Songs')}>
          {list.songs.map((entry, place) => (
            <Entry
              // biome-ignore lint/suspicious/noArrayIndexKey: a setlist may contain a song more than once
              key={`${place} ${entry.song}`}
              list={list}
              place={place}
              title={choices.find(({ value }) => value === entry.song)?.label}
              isNow={at?.list.id === list.id && at.place === place}
              onChange={change}
            />
          ))}
        </ol>
      )}
      <Select
        ref={field}
        className={page.search}
        label={t('Add a song')}
        placeholder={t('Choose from your library')}
        searchable
        data={choices}
        limit={100}
        value={null}
        onChange={addSong}
      />
    </>
  )
}

/** Last change, which determines focus and the announcement. */
interface Moved {
  readonly place: number
  readonly action: 'up' | 'down' | 'remove'
  /** Announcement; omitted if a notice reports the change. */
  readonly said?: string
}

const { REMOVED, UNDO } = phrases({ REMOVED: '“{{song}}” removed.', UNDO: 'Undo' })

/** Returns all songs by account ID. Included songs have the same ID everywhere. */
function useSongs() {
  const { songs } = useStore(useService(SONG_LIBRARY).view)
  const commands = useService(COMMANDS)
  const [listed, setListed] = useState<readonly ArgumentChoice[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list changes with the library
  useEffect(() => {
    void commands.choicesFor('library.open-song', 'song').then(found => setListed(found ?? []))
  }, [commands, songs])
  const ids = new Map(songs.map(song => [song.id, syncIdOf(song)]))
  return listed.map(({ value, label }) => ({ value: ids.get(`${value}`) ?? `${value}`, label }))
}

interface EntryProps {
  readonly list: Setlist
  readonly place: number
  readonly title: string | undefined
  readonly isNow: boolean
  readonly onChange: (entries: readonly SetlistEntry[], moved?: Moved) => void
}

function Entry({ list, place, title, isNow, onChange }: EntryProps) {
  const { t, tm } = useText()
  const playing = useService(PLAYING_SETLIST)
  const lists = useService(SETLISTS)
  const notices = useService(NOTICES)
  const events = useService(EVENTS)
  const problem = useId()
  /** Bars entered in the wrong order. They are not saved. */
  const [wrong, setWrong] = useState<Pick<SetlistEntry, 'from' | 'to'>>()
  /** Tempo being typed, until the field loses focus. */
  const [tempo, setTempo] = useState<string | number>()
  const [isTempoWrong, setTempoWrong] = useState(false)
  const entry = list.songs[place]
  if (!entry) return null
  const bars = wrong ?? entry
  const refusals = {
    bars: t('“To bar” can’t be lower than “From bar”.'),
    tempo: tm('core', 'Enter a whole number from {{from}} to {{to}}.', { from: TEMPO.least, to: TEMPO.most }),
  }
  const takeTempo = () => {
    if (tempo === undefined) return
    const isRight = typeof tempo === 'number' && tempo >= TEMPO.least && tempo <= TEMPO.most
    setTempoWrong(!isRight)
    if (!isRight) return events.emit(DONE, { text: refusals.tempo })
    setTempo(undefined)
    if (tempo !== entry.tempo) set({ ...entry, tempo })
  }
  const setBar = (bar: Pick<SetlistEntry, 'from' | 'to'>) => {
    const { from, to } = { from: bars.from, to: bars.to, ...bar }
    const isWrong = from !== undefined && to !== undefined && to < from
    setWrong(isWrong ? { from, to } : undefined)
    if (!isWrong) set({ ...entry, from, to })
  }
  const set = (change: SetlistEntry) => onChange(list.songs.with(place, change))
  const name = title ?? entry.title
  const ends = { from: t('From bar'), to: t('To bar') }
  const move = (by: 1 | -1) => {
    const values = { number: place + by + 1, total: list.songs.length, song: name }
    onChange(list.songs.toSpliced(place, 1).toSpliced(place + by, 0, entry), {
      ...{ place: place + by, action: by < 0 ? 'up' : 'down' },
      said: t('Song {{number}} of {{total}}: {{song}}', values),
    })
  }
  const actions = [
    {
      action: 'up',
      tooltip: t('Move up'),
      label: t('Move {{song}} up', { song: name }),
      Icon: IconArrowUp,
      disabled: place === 0,
      run: () => move(-1),
    },
    {
      action: 'down',
      tooltip: t('Move down'),
      label: t('Move {{song}} down', { song: name }),
      Icon: IconArrowDown,
      disabled: place === list.songs.length - 1,
      run: () => move(1),
    },
    {
      action: 'remove',
      tooltip: t('Remove'),
      label: t('Remove {{song}}', { song: name }),
      Icon: IconX,
      disabled: false,
      run: () => {
        onChange(list.songs.toSpliced(place, 1), { place, action: 'remove' })
        const restore = () => {
          const now = lists.lists.getState().find(({ id }) => id === list.id)
          if (now) onChange(now.songs.toSpliced(place, 0, entry), { place, action: 'remove' })
        }
        notices.post({
          ...{ kind: 'info', source: 'library', message: REMOVED, values: { song: name } },
          action: { label: UNDO, run: restore },
        })
      },
    },
  ]
  return (
    <Group
      component="li"
      className={classes.entry}
      gap="8px 12px"
      align="flex-end"
      p="12px 16px"
      aria-current={isNow || undefined}
    >
      <Box flex="1 1 180px" miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Text fw={600}>{name}</Text>
        {title === undefined && <Hint>{t('Not in your library')}</Hint>}
      </Box>
      <NumberInput
        w={96}
        label={t('Tempo')}
        aria-label={`${t('Tempo')}, ${name}`}
        suffix=" %"
        {...describedBy(isTempoWrong, `${problem}tempo`)}
        min={TEMPO.least}
        max={TEMPO.most}
        allowDecimal={false}
        clampBehavior="none"
        value={tempo ?? entry.tempo}
        onChange={setTempo}
        onBlur={takeTempo}
        onKeyDown={({ key }) => key === 'Enter' && takeTempo()}
      />
      {(['from', 'to'] as const).map(end => (
        <NumberInput
          key={end}
          w={84}
          label={ends[end]}
          aria-label={`${ends[end]}, ${name}`}
          {...describedBy(wrong !== undefined, problem)}
          min={0}
          allowDecimal={false}
          value={bars[end] ?? ''}
          onChange={bar => setBar({ [end]: typeof bar === 'number' ? bar : undefined })}
          onBlur={() => wrong && events.emit(DONE, { text: refusals.bars })}
        />
      ))}
      <Group gap={4} wrap="nowrap">
        <SecondaryButton
          size="sm"
          aria-label={t('Play {{name}}', { name })}
          disabled={title === undefined}
          onClick={() => void playing.open(list, place, true)}
        >
          {t('Play')}
        </SecondaryButton>
        {actions.map(({ action, tooltip, label, Icon, run, disabled }) => (
          <Tooltip key={tooltip} label={tooltip}>
            <IconButton
              icon={Icon}
              label={label}
              data-action={action}
              size={36}
              disabled={disabled}
              onClick={run}
            />
          </Tooltip>
        ))}
      </Group>
      {isTempoWrong && (
        <Text id={`${problem}tempo`} size="sm" c="var(--fw-bad)" w="100%">
          {refusals.tempo}
        </Text>
      )}
      {wrong && (
        <Text id={problem} size="sm" c="var(--fw-bad)" w="100%">
          {refusals.bars}
        </Text>
      )}
    </Group>
  )
}

/** Shown below the row, because the field is too narrow for the message. */
const describedBy = (isWrong: boolean, id: string) =>
  isWrong ? { error: id, errorProps: { id, renderRoot: () => null } } : {}
