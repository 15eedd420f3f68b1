import { Anchor, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import {
  REPORT_REASONS,
  type ReportReason,
  reportLink,
  reportShare,
  type SharedContent,
  type SharedSong,
} from '../../../core/api/sharing.js'
import { useAttempt } from '../../../core/react/hooks/use-attempt.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../core/react/kernel-context.js'
import { ListRow, PageHeader } from '../../../core/react/list-page.js'
import page from '../../../core/react/list-page.module.css'
import { SecondaryButton } from '../../../core/react/looks.js'
import { Select } from '../../../core/react/select.js'
import { KINDS, REASONS, refusalText } from '../sentences.js'
import type { Source } from '../shared-things.js'

interface HeaderProps {
  readonly content: SharedContent
  readonly linked: boolean
}

export function ContentHeader({ content: { title, kind, by }, linked }: HeaderProps) {
  const { t, tm } = useText()
  const author = t('by {{name}}', { name: by.name })
  const link = (
    <Anchor component={Link} to={`/people/${by.handle}`} size="sm">
      {author}
    </Anchor>
  )
  const note = (
    <>
      {tm('sharing', KINDS[kind] ?? '')} · {linked ? link : author}
    </>
  )
  return <PageHeader title={title} note={note} />
}

interface SongListProps {
  readonly content: SharedContent
  readonly onOpen: (song: SharedSong) => void
}

export function SongList({ content, onOpen }: SongListProps) {
  const { t } = useText()
  const songs = inOrder(content)
  if (songs.length === 0) return null
  return (
    <ul className={`fw-card ${page.list}`} aria-label={t('Songs')}>
      {songs.map(({ key, song, facts }) => (
        <ListRow key={key} title={song.title} facts={facts}>
          <SecondaryButton
            size="sm"
            leftSection={<IconPlayerPlayFilled size={14} aria-hidden />}
            aria-label={t('Open {{song}}', { song: song.title })}
            onClick={() => onOpen(song)}
          >
            {t('Open')}
          </SecondaryButton>
        </ListRow>
      ))}
    </ul>
  )
}

/** Entries of a setlist say tempo and bars; what cannot be read is left out. */
function inOrder({ fields, songs }: SharedContent) {
  if (!Array.isArray(fields.songs)) return songs.map(song => ({ key: song.id, song, facts: '' }))
  return fields.songs.flatMap((entry: unknown, place) => {
    if (typeof entry !== 'object' || entry === null || !('song' in entry)) return []
    const song = songs.find(({ id }) => id === entry.song)
    const tempo = 'tempo' in entry && typeof entry.tempo === 'number' ? `${entry.tempo} %` : ''
    return song ? [{ key: `${place} ${song.id}`, song, facts: tempo }] : []
  })
}

export function neckPath({ kind, fields }: SharedContent): string | undefined {
  if (typeof fields.code !== 'string' || (kind !== 'tuning' && kind !== 'shape')) return undefined
  return `/fretboard?${new URLSearchParams({ [kind]: fields.code })}`
}

export function ReportForm({ source }: { readonly source: Source }) {
  const { t, tm } = useText()
  const { api } = useKernel()
  const { busy, attempt } = useAttempt(refusalText)
  const [reason, setReason] = useState<ReportReason>()
  const [note, setNote] = useInputState('')
  const [isOpen, setOpen] = useState(false)
  const [isSent, setSent] = useState(false)
  const send = () =>
    attempt(async () => {
      if (!reason) return
      const body = { reason, note }
      if ('share' in source) await api.call(reportShare, { params: { id: source.share }, body })
      else await api.call(reportLink, { params: { token: source.token }, body })
      setSent(true)
    })
  if (isSent)
    return (
      <Text size="sm" role="status">
        {t('Thank you. The administrators will look at it.')}
      </Text>
    )
  if (!isOpen)
    return (
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        className={page.back}
        onClick={() => setOpen(true)}
      >
        {t('Report this')}
      </Button>
    )
  return (
    <Stack gap="xs" className={page.search}>
      <Select
        label={t('What is wrong with it?')}
        allowDeselect
        data={REPORT_REASONS.map(each => ({ value: each, label: tm('sharing', REASONS[each] ?? '') }))}
        value={reason ?? null}
        onChange={chosen => setReason(REPORT_REASONS.find(each => each === chosen))}
      />
      <Textarea label={t('Note')} autosize maxLength={1000} value={note} onChange={setNote} />
      <Group gap="xs">
        <Button size="xs" disabled={!reason} loading={busy} onClick={() => void send()}>
          {t('Report')}
        </Button>
        <SecondaryButton size="xs" onClick={() => setOpen(false)}>
          {t('Cancel')}
        </SecondaryButton>
      </Group>
    </Stack>
  )
}
