import { Alert, Group, Progress, Stack, Switch, Text, TextInput, Title } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { changeLibrary, type LibraryRecord, removedSongs } from '../../../../core/contract/library.js'
import { API, SETTINGS } from '../../../../core/kernel/tokens.js'
import { useCall } from '../../../../core/react/hooks/use-answer.js'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import { useService, useStore, useText } from '../../../../core/react/kernel-context.js'
import { PageHeader } from '../../../../core/react/list-page.js'
import layout from '../../../../core/react/list-page.module.css'
import { Hint, SecondaryButton } from '../../../../core/react/looks.js'
import { PageTabs } from '../../../../core/react/page-tabs.js'
import { syncSettings } from '../../settings.js'
import { SYNC, type SyncConflict, type SyncView } from '../../tokens.js'
import { deviceName } from './device-name.js'
import { REFUSED, sentenceOf } from './sentences.js'

export default function SyncPage() {
  const { t } = useText()
  const view = useStore(useService(SYNC).view)
  return (
    <div className={layout.page}>
      <PageTabs group="Account" />
      <PageHeader
        title={t('Sync')}
        note={t('Keep your songs, tunings, shapes, practice data and settings in sync on all your devices.')}
      />
      <State view={view} />
      <Waiting view={view} />
      {view.state !== 'off' && <RemovedSongs />}
      <ThisDevice />
    </div>
  )
}

function State({ view }: { readonly view: SyncView }) {
  const { t, tm, locale } = useText()
  const [sentence, values] = sentenceOf(view)
  const isWorking = view.state === 'working'
  const command = useCommand(isWorking ? 'sync.stop' : 'sync.now')
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Stack component="section" className="fw-card" p={20} gap="sm" aria-label={t('Status')}>
      <Group justify="space-between" gap="sm">
        <Text fw={600} role="status">
          {tm('library', sentence, values)}
        </Text>
        {view.state !== 'off' && (
          <SecondaryButton onClick={() => command.run()}>{command.title}</SecondaryButton>
        )}
      </Group>
      {isWorking && view.total > 0 && (
        <Progress value={(100 * view.done) / view.total} aria-label={t('Progress')} />
      )}
      {view.savedAt !== undefined && (
        <Hint>{t('Last synced: {{time}}', { time: format.format(view.savedAt) })}</Hint>
      )}
    </Stack>
  )
}

function Waiting({ view }: { readonly view: SyncView }) {
  const { t, tm } = useText()
  const refused = Object.entries(view.refused)
  return (
    <>
      {refused.map(([code, { number, names }]) => (
        <Alert key={code} color="orange" role="status">
          {tm('library', REFUSED[code] ?? REFUSED.record_invalid ?? code, { count: number })}
          {names.length > 0 && (
            <Text size="sm">
              {names.join(', ')}
              {number > names.length && ` ${t('and {{number}} more', { number: number - names.length })}`}
            </Text>
          )}
        </Alert>
      ))}
      {view.absent > 0 && (
        <Alert color="orange" role="status">
          {t(
            '{{count}} items are only in your account because this device lacks the space or the plugin for them.',
            {
              count: view.absent,
            },
          )}
        </Alert>
      )}
      {view.conflicts.length > 0 && (
        <Card title={t('Sync conflicts')}>
          {view.conflicts.map(conflict => (
            <Conflict key={conflict.key} conflict={conflict} />
          ))}
        </Card>
      )}
    </>
  )
}

function Conflict({ conflict }: { readonly conflict: SyncConflict }) {
  const { t } = useText()
  const sync = useService(SYNC)
  const { key, field, value, device, name: song } = conflict
  const what =
    field === 'name'
      ? t('A song was renamed to “{{name}}” on {{device}} and to something else on another device.', {
          name: String(value),
          device,
        })
      : song === undefined
        ? t('Notes in a song were pinned differently on {{device}} and on another device.', { device })
        : t('Notes in “{{song}}” were pinned differently on {{device}} and on another device.', {
            song,
            device,
          })
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" maw={480}>
        {what}
      </Text>
      <Group gap="xs">
        <SecondaryButton size="xs" onClick={() => void sync.resolve(key, 'mine')}>
          {t('Use version from {{device}}', { device })}
        </SecondaryButton>
        <SecondaryButton size="xs" onClick={() => void sync.resolve(key, 'theirs')}>
          {t('Use the other version')}
        </SecondaryButton>
      </Group>
    </Group>
  )
}

function ThisDevice() {
  const { t, tm } = useText()
  const say = (english: string, values: Record<string, string>) => tm('library', english, values)
  const settings = useService(SETTINGS).store(syncSettings)
  const { on, device } = useStore(settings)
  const toggle = useCommand('sync.toggle')
  const forget = useCommand('sync.forget-here')
  const [name, setName] = useInputState(device)
  return (
    <Card title={t('This device')}>
      <Switch
        checked={on}
        onChange={() => toggle.run()}
        label={t('Sync this device')}
        description={t('On a shared computer, turn this off and remove your data when you’re done.')}
      />
      <TextInput
        label={t('Device name')}
        placeholder={deviceName(say)}
        maxLength={60}
        maw={320}
        value={name}
        onChange={setName}
        onBlur={() => settings.change({ device: name.trim() })}
      />
      <Group>
        <SecondaryButton h="auto" mih={36} py={6} styles={WRAPPED} onClick={() => forget.run()}>
          {forget.title}
        </SecondaryButton>
      </Group>
    </Card>
  )
}

/** The title is wider than a phone screen. */
const WRAPPED = { label: { whiteSpace: 'normal' } } as const

const FIRST_PAGE = { query: {} }

function RemovedSongs() {
  const { t } = useText()
  const { value, reload } = useCall(removedSongs, FIRST_PAGE)
  const songs = value?.items ?? []
  // Offline, the list is empty. The status above explains it.
  if (songs.length === 0) return null
  return (
    <Card title={t('Removed songs')} note={t('You can restore removed songs for 30 days.')}>
      {songs.map(song => (
        <Removed key={song.id} song={song} onRestored={reload} />
      ))}
    </Card>
  )
}

function Removed({ song, onRestored }: { readonly song: LibraryRecord; readonly onRestored: () => void }) {
  const { t, tm, locale } = useText()
  const api = useService(API)
  const sync = useService(SYNC)
  const [refused, setRefused] = useState<string>()
  const name = String(song.fields.name?.value ?? '')
  const restore = async () => {
    const write = { key: crypto.randomUUID(), kind: song.kind, id: song.id, base: song.seq }
    const say = (english: string, values: Record<string, string>) => tm('library', english, values)
    const body = { device: deviceName(say), writes: [{ ...write, fields: {}, as: 'restored' as const }] }
    try {
      const { outcomes } = await api.call(changeLibrary, { body })
      setRefused(outcomes[0]?.code && (REFUSED[outcomes[0].code] ?? REFUSED.record_invalid))
    } catch {
      return setRefused(REFUSED.unreachable)
    }
    onRestored()
    await sync.now()
  }
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(song.removedAt)
  return (
    <Group justify="space-between" gap="sm">
      <div>
        <Text>{name}</Text>
        <Hint>{t('Removed on {{day}}', { day: when })}</Hint>
        {refused !== undefined && (
          <Text size="sm" c="red" role="alert">
            {tm('library', refused, { count: 1 })}
          </Text>
        )}
      </div>
      <SecondaryButton size="xs" aria-label={t('Restore {{name}}', { name })} onClick={() => void restore()}>
        {t('Restore')}
      </SecondaryButton>
    </Group>
  )
}

interface CardProps {
  readonly title: string
  readonly note?: string
  readonly children: ReactNode
}

function Card({ title, note, children }: CardProps) {
  return (
    <Stack component="section" className="fw-card" p={20} gap="md" aria-label={title}>
      <div>
        <Title order={2} size={18}>
          {title}
        </Title>
        {note !== undefined && <Hint>{note}</Hint>}
      </div>
      {children}
    </Stack>
  )
}
