import { Button } from '@mantine/core'
import { Link, useNavigate } from 'react-router-dom'
import { type OwnShare, ownShares, SHARE_KINDS } from '../../../../core/contract/sharing.js'
import { useCall } from '../../../../core/react/hooks/use-answer.js'
import { Select } from '../../../../core/react/inputs/select.js'
import { useService, useStore, useText } from '../../../../core/react/kernel-context.js'
import {
  Awaited,
  ListRow,
  ListSection,
  PageHeader,
  Pages,
  usePages,
} from '../../../../core/react/list-page.js'
import page from '../../../../core/react/list-page.module.css'
import { SONG_LIBRARY, syncIdOf } from '../../../library/tokens.js'
import { ONCE } from '../../once.js'
import { AUDIENCES, KINDS, refusalText } from '../sentences.js'
import { sharedThingsOf, sharePath } from '../shared-things.js'
import { Feed } from './feed.js'

export default function SharedPage() {
  const { t } = useText()
  const pages = usePages()
  const answer = useCall(ownShares, { query: pages.query })
  return (
    <div className={page.page}>
      <PageHeader
        title={t('Shared')}
        note={t('Songs, tunings, shapes and setlists you share with specific people or with everyone.')}
      />
      <Feed />
      <ListSection
        title={t('Shared by you')}
        rows={answer.value?.items.map(share => <OwnRow key={share.id} share={share} />)}
        empty={t('You haven’t shared anything yet.')}
        foot={
          <>
            <Pages pages={pages} next={answer.value?.next} />
            <ShareSomething />
          </>
        }
      >
        <Awaited answer={answer} words={refusalText} />
      </ListSection>
    </div>
  )
}

function OwnRow({ share }: { readonly share: OwnShare }) {
  const { t, tm } = useText()
  const people = share.people.map(({ name }) => name).join(', ')
  const facts = share.removed
    ? [t('Removed by an administrator')]
    : [
        tm('social', KINDS[share.kind] ?? ''),
        share.audience === 'people' ? people : tm('social', AUDIENCES[share.audience] ?? ''),
        ...(share.links.length > 0 ? [t('{{count}} links', { count: share.links.length })] : []),
      ]
  return <ListRow title={share.title} to={sharePath(share.kind, share.record)} facts={facts.join(' · ')} />
}

function ShareSomething() {
  const { t, tm } = useText()
  const navigate = useNavigate()
  const things = useService(ONCE)(sharedThingsOf)
  const { songs } = useStore(useService(SONG_LIBRARY).view)
  const data = SHARE_KINDS.map(kind => {
    const items =
      kind === 'song' ? songs.map(song => ({ ...song, id: syncIdOf(song) })) : things.itemsOf(kind)
    return {
      group: tm('social', KINDS[kind] ?? ''),
      items: items.map(({ id, name }) => ({ value: sharePath(kind, id), label: name })),
    }
  }).filter(({ items }) => items.length > 0)
  if (data.length === 0)
    return (
      <Button component={Link} to="/songs" variant="default" className={page.back}>
        {t('Add songs to share them')}
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
