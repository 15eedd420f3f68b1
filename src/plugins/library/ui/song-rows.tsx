import { ActionIcon, Skeleton } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { IconPlayerPlayFilled, IconTrash } from '@tabler/icons-react'
import { memo, type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { getOrMake } from '../../../core/platform/store.js'
import { type UsableCommand, useCommand } from '../../../core/react/hooks/use-command.js'
import { type Text, useText } from '../../../core/react/kernel-context.js'
import page from '../../../core/react/list-page.module.css'
import { SecondaryButton } from '../../../core/react/looks.js'
import { shortName } from '../../../music/song/song-name.js'
import { timeText } from '../../../music/song/time-text.js'
import type { SongCredits, SongTrackView } from '../../midi-file/tokens.js'
import classes from './songs.module.css'

export interface SongRow extends SongCredits {
  readonly id: string
  readonly name: string
  readonly facts: string
  readonly file?: string
  readonly tags?: readonly string[] | undefined
  readonly removable: boolean
}

export function SongRows({ label, songs }: { label: string; songs: readonly SongRow[] }) {
  const play = useCommand('library.play-song')
  const remove = useCommand('library.remove-song')
  const commands = useRef({ play, remove })
  commands.current = { play, remove }
  const [most, setMost] = useState(AT_ONCE)
  return (
    <ul className={`fw-card ${page.list}`} aria-label={label}>
      {songs.slice(0, most).map(song => (
        <Row key={song.id} song={song} commands={commands} />
      ))}
      {songs.length > most && (
        <More key={most} count={songs.length - most} onMore={() => setMost(most + AT_ONCE)} />
      )}
    </ul>
  )
}

/** Number of rows to render initially. Rendering hundreds would delay typing in the search field. */
const AT_ONCE = 60

function More({ count, onMore }: { readonly count: number; readonly onMore: () => void }) {
  const { t } = useText()
  const { ref, entry } = useIntersection({ rootMargin: '600px' })
  const isNear = entry?.isIntersecting === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the row comes near the viewport
  useEffect(() => {
    if (isNear) onMore()
  }, [isNear])
  return (
    <li ref={ref} className={classes.more}>
      <SecondaryButton size="xs" onClick={onMore}>
        {t('{{count}} more songs', { count })}
      </SecondaryButton>
    </li>
  )
}

interface RowProps {
  readonly song: SongRow
  readonly commands: RefObject<Readonly<Record<'play' | 'remove', UsableCommand>>>
}

/** The arranger of a Guitar Pro file is shown as the author of the tablature (*Tab*). */
export const isGuitarProFile = (file = '') => /\.(gp[x\d]?)$/i.test(file)

export function creditsOf(song: Partial<SongRow>, t: Text['t']): readonly string[] {
  const { artist, album, arranger: name, file } = song
  const by =
    name && (isGuitarProFile(file) ? t('tab by {{name}}', { name }) : t('arranged by {{name}}', { name }))
  return [artist, album, by].flatMap(text => text || [])
}

/** Has no tooltips: they take longer to render than the rest of the row. */
const Row = memo(function Row({ song, commands }: RowProps) {
  const { t } = useText()
  const { id, name, facts, tags = [], removable } = song
  const short = shortName(name)
  const [playing, removing] = [t('Play {{song}}', { song: short }), t('Remove {{song}}', { song: short })]
  const credits = creditsOf(song, t)
  return (
    <li className={classes.row} data-row>
      <ActionIcon
        style={{ zIndex: 1 }}
        size={44}
        radius="xl"
        variant="default"
        aria-label={playing}
        title={playing}
        onClick={() => commands.current.play.run({ song: id })}
      >
        <IconPlayerPlayFilled size={18} />
      </ActionIcon>
      <div className={page.what}>
        <Link className={page.name} to={`/songs/${id}`} title={short === name ? undefined : name}>
          {short}
        </Link>
        {credits.length > 0 && <span className={classes.credits}>{credits.join(' · ')}</span>}
        <span className={page.facts}>{facts}</span>
      </div>
      {tags.length > 0 && (
        <span className={classes.tags}>
          {tags.map(tag => (
            <span key={tag} className={classes.tag}>
              {tag}
            </span>
          ))}
        </span>
      )}
      {removable && (
        <ActionIcon
          className={classes.remove}
          size={44}
          variant="subtle"
          color="gray"
          aria-label={removing}
          title={removing}
          onClick={() => commands.current.remove.run({ song: id })}
        >
          <IconTrash size={18} />
        </ActionIcon>
      )}
    </li>
  )
})

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

/** Cached formatters. Creating one takes longer than rendering a row. */
const days = new Map<string, Intl.DateTimeFormat>()

export function songFacts({ lengthMs, tracks, addedAt }: Facts, { t, locale }: Text): string {
  const day = getOrMake(days, locale, () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }))
  return [
    timeText(lengthMs),
    t('{{count}} tracks', { count: tracks.length }),
    ...(addedAt === undefined ? [] : [day.format(new Date(addedAt))]),
  ].join(' · ')
}
