import { Button, Stack, Tabs } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { type LinkedProfile, userLinks } from '../../../core/api/users.js'
import { useAnswer } from '../../../core/react/hooks/use-answer.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../core/react/kernel-context.js'
import { PageChoice, PageHeader } from '../../../core/react/list-page.js'
import layout from '../../../core/react/list-page.module.css'
import { Question } from '../../../core/react/question.js'
import { Refused } from '../../../core/react/refused.js'
import { LINKS } from '../internal-tokens.js'
import { refusalText } from '../link-notices.js'
import { PEOPLE } from '../people-path.js'
import { type LinkKind, type Relationship, relationshipOf } from '../relationships.js'
import classes from './people.module.css'
import { Empty, PeopleList, PublishLink } from './people-list.js'
import { blockQuestion, PeopleParts, useOwnId } from './people-parts.js'
import { SearchTab } from './search-tab.js'
import { TABS, usePeopleAddress } from './use-people-address.js'
import { useRowKeys } from './use-row-keys.js'

export default function PeoplePage() {
  const { t } = useText()
  const { tab, query, page, go } = usePeopleAddress()
  const links = useService(LINKS)
  const counts = useStore(links.view, view => view.counts)
  const own = useOwnId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user has other counts
  useEffect(() => void links.fetchCounts(), [links, own])
  useWindowEvent('online', () => void links.fetchCounts())
  const titles = {
    search: t('Search'),
    following: t('Following'),
    followers: t('Followers'),
    blocked: t('Blocked'),
  }
  const list = (kind: LinkKind) => (
    <LinkedTab
      kind={kind}
      label={titles[kind]}
      page={page}
      onPage={(next, replace) => go({ page: next }, replace)}
    />
  )
  return (
    <div className={layout.page}>
      <PageHeader title={t('People')} note={t('Find and follow other musicians.')} />
      <Tabs
        key={own}
        value={tab}
        onChange={chosen => go({ tab: TABS.find(each => each === chosen) ?? 'search' })}
        keepMounted={false}
        classNames={{ tab: classes.tabName }}
      >
        <Tabs.List mb="md" style={{ flexWrap: 'nowrap', overflowX: 'auto' }}>
          {TABS.map(each => (
            <Tabs.Tab
              key={each}
              value={each}
              rightSection={
                each !== 'search' && <span className={classes.count}>{counts?.[each] ?? ''}</span>
              }
            >
              {titles[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="search">
          <SearchTab query={query} page={page} go={go} />
        </Tabs.Panel>
        <Tabs.Panel value="following">
          <Stack gap="md">
            <PeopleParts slot="following" />
            {list('following')}
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="followers">{list('followers')}</Tabs.Panel>
        <Tabs.Panel value="blocked">{list('blocked')}</Tabs.Panel>
      </Tabs>
    </div>
  )
}

/** The server’s page size. */
const PAGE_SIZE = 50

const BELONGS: Readonly<Record<LinkKind, (kind: Relationship) => boolean>> = {
  following: kind => kind === 'following',
  followers: kind => kind !== 'blocked',
  blocked: kind => kind === 'blocked',
}

interface LinkedTabProps {
  readonly kind: LinkKind
  readonly label: string
  readonly page: number
  readonly onPage: (page: number, replace?: boolean) => void
}

function LinkedTab({ kind, label, page, onPage }: LinkedTabProps) {
  const { t } = useText()
  const links = useService(LINKS)
  const [unwanted, setUnwanted] = useState<LinkedProfile>()
  const { value, error, busy, reload } = useAnswer(useLinked(kind, page))
  const relationships = useStore(links.view, view => view.relationships)
  const fits = value?.page === page
  const kept = fits || error === undefined ? value : undefined
  // An unfollowed person disappears at once, and reappears if that fails.
  const belongs = (person: LinkedProfile) => BELONGS[kind](relationships[person.id] ?? relationshipOf(person))
  const people = kept?.items.filter(belongs)
  const { box, ...keys } = useRowKeys(people?.length)
  const empty = people?.length === 0
  // People from the next page will move up.
  const refilling = empty && kept !== undefined && kept.total > kept.items.length
  const block =
    unwanted &&
    blockQuestion(t, unwanted, () => {
      links.set(unwanted, 'blocked')
      // The row with the button disappears.
      box.current?.focus()
    })
  const retry = () => {
    reload()
    void links.fetchCounts()
  }
  return (
    <Stack
      component="section"
      gap="sm"
      ref={box}
      style={{ outlineOffset: 4 }}
      aria-label={label}
      aria-busy={busy}
      tabIndex={-1}
      {...keys}
    >
      {error !== undefined && !busy && <Refused error={error} words={refusalText} onRetry={retry} />}
      {empty && !refilling && <EmptyList kind={kind} />}
      {(people ? !empty || refilling : busy) && (
        <PeopleList label={label} people={refilling ? undefined : people} old={!fits} onBlock={setUnwanted} />
      )}
      <PageChoice pages={fits ? Math.ceil(value.total / PAGE_SIZE) : undefined} page={page} onPage={onPage} />
      <Question asked={block} onClose={() => setUnwanted(undefined)} />
    </Stack>
  )
}

function useLinked(kind: LinkKind, page: number) {
  const { api } = useKernel()
  const links = useService(LINKS)
  const revision = useStore(links.view, view => view.revision)
  return useCallback(
    async (signal: AbortSignal) => {
      const found = await api.call(userLinks, { query: { kind, page } }, { signal })
      links.merge(found.items, revision)
      return { ...found, page }
    },
    [api, links, kind, page, revision],
  )
}

function EmptyList({ kind }: { readonly kind: LinkKind }) {
  const { t } = useText()
  const find = (
    <Button component={Link} to={PEOPLE} size="sm" variant="default">
      {t('Find people')}
    </Button>
  )
  const texts: Readonly<Record<LinkKind, readonly [string, string, ReactNode]>> = {
    following: [
      t('You aren’t following anyone yet'),
      t('Find people and follow them from the list or their profile.'),
      find,
    ],
    followers: [
      t('No followers yet'),
      t('Anyone who finds your profile can follow you.'),
      <PublishLink key="publish" />,
    ],
    blocked: [
      t('You haven’t blocked anyone'),
      t('People you block can’t find, see or follow you. You can block someone on their profile.'),
      undefined,
    ],
  }
  const [title, text, actions] = texts[kind]
  return (
    <Empty title={title} actions={actions}>
      {text}
    </Empty>
  )
}
