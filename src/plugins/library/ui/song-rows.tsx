import { ActionIcon, Skeleton, Tooltip } from '@mantine/core'
import { IconPlayerPlayFilled, IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { shortName } from '../../../core/music/song/song-name.js'
import { timeText } from '../../../core/music/song/time-text.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { type Text, useText } from '../../../core/react/kernel-context.js'
import page from '../../../core/react/list-page.module.css'
import type { SongTrackView } from '../../midi-file/tokens.js'
import classes from './songs.module.css'

export interface SongRow {
  readonly id: string
  readonly name: string
  readonly facts: string
  readonly removable: boolean
}

export function SongRows({ label, songs }: { label: string; songs: readonly SongRow[] }) {
  return (
    <ul className={`fw-card ${page.list}`} aria-label={label}>
      {songs.map(song => (
        <Row key={song.id} song={song} />
      ))}
    </ul>
  )
}

function Row({ song: { id, name, facts, removable } }: { readonly song: SongRow }) {
  const { t } = useText()
  const play = useCommand('library.play-song')
  const remove = useCommand('library.remove-song')
  const short = shortName(name)
  return (
    <li className={classes.row} data-row>
      <Tooltip label={t('Play {{song}}', { song: short })}>
        <ActionIcon
          style={{ zIndex: 1 }}
          size={44}
          radius="xl"
          variant="default"
          aria-label={t('Play {{song}}', { song: short })}
          onClick={() => play.run({ song: id })}
        >
          <IconPlayerPlayFilled size={18} />
        </ActionIcon>
      </Tooltip>
      <div className={page.what}>
        <Link className={page.name} to={`/songs/${id}`} title={short === name ? undefined : name}>
          {short}
        </Link>
        <span className={page.facts}>{facts}</span>
      </div>
      {removable && (
        <Tooltip label={t('Remove {{song}}', { song: short })}>
          <ActionIcon
            style={{ zIndex: 1 }}
            size={44}
            variant="subtle"
            color="gray"
            aria-label={t('Remove {{song}}', { song: short })}
            onClick={() => remove.run({ song: id })}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  )
}

const AWAITED = ['first', 'second', 'third']

export function AwaitedRows() {
  return (
    <div className={`fw-card ${page.list}`} aria-hidden>
      {AWAITED.map(row => (
        <div key={row} className={classes.row}>
          <Skeleton circle height={44} />
          <div className={page.what}>
            <Skeleton height={16} width={180} />
            <Skeleton height={13} width={240} maw="100%" mt={8} />
          </div>
        </div>
      ))}
    </div>
  )
}

interface Facts {
  readonly lengthMs: number
  readonly tracks: readonly SongTrackView[]
  readonly addedAt?: number
}

export function songFacts({ lengthMs, tracks, addedAt }: Facts, { t, locale }: Text): string {
  const notes = tracks.reduce((sum, track) => sum + track.notes, 0)
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  return [
    timeText(lengthMs),
    t('tracks: {{number}}', { number: tracks.length }),
    t('notes: {{number}}', { number: notes }),
    ...(addedAt === undefined ? [] : [day.format(new Date(addedAt))]),
  ].join(' · ')
}
