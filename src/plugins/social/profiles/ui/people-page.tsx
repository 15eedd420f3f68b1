import { Button, CloseButton, Skeleton, Stack, Tabs, Text, TextInput } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { type LinkedProfile, searchUsers, userLinks } from '../../../../core/contract/users.js'
import type { Disposable } from '../../../../core/platform/store.js'
import { useAnswer } from '../../../../core/react/hooks/use-answer.js'
import { useKernel, useService, useStore, useText } from '../../../../core/react/kernel-context.js'
import { PageChoice, PageHeader } from '../../../../core/react/list-page.js'
import layout from '../../../../core/react/list-page.module.css'
import { Question } from '../../../../core/react/question.js'
import { Refused } from '../../../../core/react/refused.js'
import { ONCE } from '../../once.js'
import { MAX_QUERY_LENGTH } from '../../settings.js'
import { Feed } from '../../sharing/ui/feed.js'
import { refusalText } from '../link-notices.js'
import { linksOf } from '../links.js'
import { PEOPLE } from '../profile-page.js'
import { type LinkKind, type Relationship, relationshipOf } from '../relationships.js'
import classes from './people.module.css'
import { Empty, PeopleList, PublishLink } from './people-list.js'
import { blockQuestion, useOwnId } from './people-parts.js'
import { type PeopleAddress, TABS, usePeopleAddress } from './use-people-address.js'
import { useRowKeys } from './use-row-keys.js'

export default function PeoplePage() {
  const { t } = useText()
  const { tab, query, page, go } = usePeopleAddress()
  const links = useService(ONCE)(linksOf)
  const counts = useStore(links.view, view => view.counts)
  const own = useOwnId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the counts depend on the user
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
            <Feed />
            {list('following')}
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="followers">{list('followers')}</Tabs.Panel>
        <Tabs.Panel value="blocked">{list('blocked')}</Tabs.Panel>
      </Tabs>
    </div>
  )
}

/** Page size set by the server. */
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
  const links = useService(ONCE)(linksOf)
  const [unwanted, setUnwanted] = useState<LinkedProfile>()
  const { value, error, busy, reload } = useAnswer(useLinked(kind, page))
  const relationships = useStore(links.view, view => view.relationships)
  const fits = value?.page === page
  const kept = fits || error === undefined ? value : undefined
  // Unfollowed people disappear immediately, and reappear if the call fails.
  const belongs = (person: LinkedProfile) => BELONGS[kind](relationships[person.id] ?? relationshipOf(person))
  const people = kept?.items.filter(belongs)
  const { box, ...keys } = useRowKeys(people?.length)
  const empty = people?.length === 0
  // People from the next page move up.
  const refilling = empty && kept !== undefined && kept.total > kept.items.length
  const block =
    unwanted &&
    blockQuestion(t, unwanted, () => {
      links.set(unwanted, 'blocked')
      // The row with the button disappears, so move focus.
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
  const links = useService(ONCE)(linksOf)
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

const SEARCH_PAGE_SIZE = 20

interface SearchTabProps extends Omit<PeopleAddress, 'tab'> {
  readonly go: (change: Partial<PeopleAddress>, replace?: boolean) => void
}

function SearchTab({ query, page, go }: SearchTabProps) {
  const { t } = useText()
  // Replace the history entry, so that going back skips the whole search instead of one letter.
  const { typed, type, searchNow } = useTypedQuery(query, next => go({ query: next }, true))
  const { value, error, busy, reload } = useAnswer(useSearch(query, page))
  const fits = value?.query === query && value.page === page
  // Keep the previous results until the response arrives.
  const found = fits || error === undefined ? value : undefined
  const { box, ...keys } = useRowKeys(found?.items)
  const field = useRef<HTMLInputElement>(null)
  const clear = () => {
    type('')
    // This button disappears, so move focus.
    field.current?.focus()
  }

  return (
    <Stack
      component="section"
      gap="sm"
      ref={box}
      style={{ outlineOffset: 4 }}
      aria-label={t('Search')}
      aria-busy={busy}
      tabIndex={-1}
      {...keys}
    >
      <form
        data-row
        onSubmit={event => {
          event.preventDefault()
          searchNow()
        }}
      >
        <TextInput
          ref={field}
          className={layout.search}
          type="search"
          name="q"
          autoComplete="off"
          label={t('Name or handle')}
          leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
          rightSection={typed !== '' && <CloseButton aria-label={t('Clear search')} onClick={clear} />}
          value={typed}
          maxLength={MAX_QUERY_LENGTH}
          onChange={event => type(event.currentTarget.value)}
        />
      </form>

      {query === '' ? (
        <HowItWorks />
      ) : (
        <>
          {error !== undefined && !busy && <Refused error={error} words={refusalText} onRetry={reload} />}
          {!found && busy && <Skeleton height={20} width={120} />}
          {found?.total === 0 && fits && (
            <Empty title={t('No results for “{{query}}”', { query })}>
              {t('Each word has to match the start of a name or handle. Try fewer letters.')}
            </Empty>
          )}
          {found && (found.total > 0 || !fits) && (
            <Text size="sm" c="dimmed" role="status" data-old={!fits || undefined}>
              {found.more
                ? t('Showing the first 200 matches. Keep typing to narrow them down.')
                : t('{{count}} people found', { count: found.total })}
            </Text>
          )}
          {(found ? found.items.length > 0 : busy) && (
            <PeopleList label={t('Search results')} people={found?.items} old={!fits} />
          )}
          <PageChoice
            pages={fits ? Math.ceil(value.total / SEARCH_PAGE_SIZE) : undefined}
            page={page}
            onPage={(next, replace) => go({ page: next }, replace)}
          />
        </>
      )}
    </Stack>
  )
}

function useSearch(query: string, page: number) {
  const { api } = useKernel()
  const links = useService(ONCE)(linksOf)
  return useCallback(
    async (signal: AbortSignal) => {
      if (query === '') return undefined
      const revision = links.view.getState().revision
      const body = { query, page, pageSize: SEARCH_PAGE_SIZE }
      const found = await api.call(searchUsers, { body }, { signal })
      links.merge(found.items, revision)
      return { ...found, query, page }
    },
    [api, links, query, page],
  )
}

function HowItWorks() {
  const { t } = useText()
  return (
    <Empty title={t('Start typing a name')} actions={<PublishLink />}>
      {t(
        'The start of each word is enough: “an lu” finds Anna Lund. Only people with a public profile are listed.',
      )}
    </Empty>
  )
}

const PAUSE_MS = 250

/** @param query query in the URL; the field follows when a command or the Back button changes it */
function useTypedQuery(query: string, onQuery: (query: string) => void) {
  const { clock } = useKernel().platform
  const [typed, setTyped] = useState(query)
  const asked = useRef(query)
  const pause = useRef<Disposable>(undefined)
  const newest = useRef(onQuery)
  newest.current = onQuery

  useEffect(() => {
    if (query === asked.current) return
    asked.current = query
    pause.current?.dispose()
    setTyped(query)
  }, [query])
  useEffect(() => () => pause.current?.dispose(), [])

  const search = (text: string) => {
    pause.current?.dispose()
    if (text.trim() === asked.current) return
    asked.current = text.trim()
    newest.current(asked.current)
  }
  return {
    typed,
    type(text: string) {
      setTyped(text)
      pause.current?.dispose()
      pause.current = clock.after(PAUSE_MS, () => search(text))
    },
    searchNow: () => search(typed),
  }
}
