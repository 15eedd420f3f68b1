import { Button, Stack, Text, Title } from '@mantine/core'
import { useCallback } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { type OwnShare, ownShares, type ShareKind } from '../../../core/api/sharing.js'
import { useAnswer } from '../../../core/react/hooks/use-answer.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../core/react/kernel-context.js'
import page from '../../../core/react/list-page.module.css'
import { Refused } from '../../../core/react/refused.js'
import { Select } from '../../../core/react/select.js'
import { SONG_LIBRARY, syncIdOf } from '../../library/tokens.js'
import { SHARED_THINGS } from '../internal-tokens.js'
import { AUDIENCES, KINDS, refusalText } from '../sentences.js'
import { sharePath } from '../shared-things.js'
import Feed from './feed.js'
import { AwaitedShares } from './shared-rows.js'
import classes from './sharing.module.css'

export default function SharedPage() {
  const { t } = useText()
  const { api } = useKernel()
  const ask = useCallback((signal: AbortSignal) => api.call(ownShares, {}, { signal }), [api])
  const { value, error, busy, reload } = useAnswer(ask)
  const label = t('Shared by you')
  return (
    <div className={page.page}>
      <header>
        <h1 className={page.title}>{t('Shared')}</h1>
        <p className={page.note}>{t('Songs, tunings, shapes and setlists, with people or with all.')}</p>
      </header>
      <Feed />
      <Stack component="section" gap="xs" aria-label={label}>
        <Title order={2} size={16}>
          {label}
        </Title>
        {error !== undefined && <Refused error={error} words={refusalText} onRetry={reload} />}
        {!value && busy && <AwaitedShares />}
        {value?.items.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('You share nothing yet.')}
          </Text>
        )}
        {value && value.items.length > 0 && (
          <ul className={`fw-card ${page.list}`} aria-label={label}>
            {value.items.map(share => (
              <OwnRow key={share.id} share={share} />
            ))}
          </ul>
        )}
        <ShareSomething />
      </Stack>
    </div>
  )
}

function OwnRow({ share }: { readonly share: OwnShare }) {
  const { t, tm } = useText()
  const people = share.people.map(({ name }) => name).join(', ')
  const facts = share.removed
    ? [t('Removed by an administrator')]
    : [
        tm('sharing', KINDS[share.kind] ?? ''),
        share.audience === 'people' ? people : tm('sharing', AUDIENCES[share.audience] ?? ''),
        ...(share.links.length > 0 ? [t('links: {{number}}', { number: share.links.length })] : []),
      ]
  return (
    <li className={classes.row} data-row>
      <div className={classes.what}>
        <Link className={page.name} to={sharePath(share.kind, share.record)}>
          {share.title}
        </Link>
        <span className={classes.facts}>{facts.join(' · ')}</span>
      </div>
    </li>
  )
}

const LISTED = ['tuning', 'shape', 'setlist'] as const

function ShareSomething() {
  const { t, tm } = useText()
  const navigate = useNavigate()
  const things = useService(SHARED_THINGS)
  const { songs } = useStore(useService(SONG_LIBRARY).view)
  const group = (kind: ShareKind, items: readonly { readonly record: string; readonly name: string }[]) =>
    items.length === 0
      ? []
      : [
          {
            group: tm('sharing', KINDS[kind] ?? ''),
            items: items.map(({ record, name }) => ({ value: sharePath(kind, record), label: name })),
          },
        ]
  const data = [
    ...group(
      'song',
      songs.map(song => ({ record: syncIdOf(song), name: song.name })),
    ),
    ...LISTED.flatMap(kind =>
      group(
        kind,
        things.itemsOf(kind).map(({ id, name }) => ({ record: id, name })),
      ),
    ),
  ]
  if (data.length === 0)
    return (
      <Button component={Link} to="/songs" variant="default" className={page.back}>
        {t('Add songs to share')}
      </Button>
    )
  return (
    <Select
      className={page.search}
      label={t('Share something')}
      placeholder={t('Choose from your library')}
      searchable
      data={data}
      value={null}
      onChange={path => path && navigate(path)}
    />
  )
}
