import { Anchor } from '@mantine/core'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import {
  reportLink,
  reportShare,
  type SharedContent,
  type SharedSong,
} from '../../../../core/contract/sharing.js'
import { useKernel, useText } from '../../../../core/react/kernel-context.js'
import { ListRow, PageHeader } from '../../../../core/react/list-page.js'
import page from '../../../../core/react/list-page.module.css'
import { SecondaryButton } from '../../../../core/react/looks.js'
import { ReportForm } from '../../../../core/react/report-form.js'
import { KINDS, refusalText } from '../sentences.js'
import type { Source } from '../shared-things.js'

export function usePageTitle(title: string | undefined) {
  const { name } = useKernel().tenant.current
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · ${name}`
  }, [title, name])
}

interface HeaderProps {
  readonly content: SharedContent
  readonly linked: boolean
}

export function ContentHeader(props: HeaderProps) {
  return <PageHeader title={props.content.title} note={<About {...props} />} />
}

export function About({ content: { kind, by, fields }, linked }: HeaderProps) {
  const { t, tm } = useText()
  const author = t('by {{name}}', { name: by.name })
  const link = (
    <Anchor component={Link} to={`/people/${by.handle}`} size="sm">
      {author}
    </Anchor>
  )
  return (
    <>
      {tm('social', KINDS[kind] ?? '')}
      {typeof fields.artist === 'string' && ` · ${fields.artist}`} · {linked ? link : author}
    </>
  )
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

/** Returns the setlist's entries with tempo and bars, skipping invalid ones. */
export function inOrder({ fields, songs }: SharedContent) {
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

export function Report({ source }: { readonly source: Source }) {
  const { api } = useKernel()
  return (
    <ReportForm
      words={refusalText}
      send={body =>
        'share' in source
          ? api.call(reportShare, { params: { id: source.share }, body })
          : api.call(reportLink, { params: { token: source.token }, body })
      }
    />
  )
}
