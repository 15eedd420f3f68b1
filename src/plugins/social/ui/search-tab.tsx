/** Searches people by name and handle while the user types. */

import { Anchor, CloseButton, Skeleton, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { searchUsers } from '../../../core/api/users.js'
import type { Disposable } from '../../../core/platform/disposable.js'
import { useAnswer } from '../../../core/react/hooks/use-answer.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../core/react/kernel-context.js'
import layout from '../../../core/react/list-page.module.css'
import { PageChoice } from '../../../core/react/page-choice.js'
import { Refused } from '../../../core/react/refused.js'
import { LINKS } from '../internal-tokens.js'
import { refusalText } from '../link-notices.js'
import { MAX_QUERY_LENGTH } from '../settings.js'
import classes from './people.module.css'
import { Empty, PeopleList } from './people-list.js'
import type { PeopleAddress } from './use-people-address.js'
import { useRowKeys } from './use-row-keys.js'

const PAGE_SIZE = 20

interface SearchTabProps extends Omit<PeopleAddress, 'tab'> {
  readonly go: (change: Partial<PeopleAddress>, replace?: boolean) => void
}

export function SearchTab({ query, page, go }: SearchTabProps) {
  const { t } = useText()
  // Replaces the history entry: a search is one step back, not one per letter.
  const { typed, type, searchNow } = useTypedQuery(query, next => go({ query: next }, true))
  const { value, error, busy, reload } = useAnswer(useSearch(query, page))
  const fits = value?.query === query && value.page === page
  // The previous results stay until the answer arrives.
  const found = fits || error === undefined ? value : undefined
  const { box, ...keys } = useRowKeys<HTMLElement>(found?.items)
  const field = useRef<HTMLInputElement>(null)
  const clear = () => {
    type('')
    // This button disappears.
    field.current?.focus()
  }

  return (
    <section
      ref={box}
      className={classes.tab}
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
          {found && <Found query={query} total={found.total} more={found.more} old={!fits} />}
          {(found ? found.items.length > 0 : busy) && (
            <PeopleList label={t('Search results')} people={found?.items} old={!fits} />
          )}
          <PageChoice
            pages={fits ? Math.ceil(value.total / PAGE_SIZE) : undefined}
            page={page}
            onPage={(next, replace) => go({ page: next }, replace)}
          />
        </>
      )}
    </section>
  )
}

/** An empty query isn’t sent. */
function useSearch(query: string, page: number) {
  const { api } = useKernel()
  const links = useService(LINKS)
  return useCallback(
    async (signal: AbortSignal) => {
      if (query === '') return undefined
      const revision = links.view.getState().revision
      const body = { query, page, pageSize: PAGE_SIZE }
      const found = await api.call(searchUsers, { body }, { signal })
      links.merge(found.items, revision)
      return { ...found, query, page }
    },
    [api, links, query, page],
  )
}

interface FoundProps {
  readonly query: string
  readonly total: number
  readonly more: boolean
  /** The answer to an earlier query. */
  readonly old: boolean
}

function Found({ query, total, more, old }: FoundProps) {
  const { t } = useText()
  if (total === 0 && !old)
    return (
      <Empty title={t('No results for “{{query}}”', { query })}>
        {t('Each word has to match the start of a name or handle. Try fewer letters.')}
      </Empty>
    )
  return (
    <Text size="sm" c="dimmed" role="status" data-old={old || undefined}>
      {more
        ? t('Showing the first 200 matches. Keep typing to narrow them down.')
        : t('People found: {{total}}', { total })}
    </Text>
  )
}

function HowItWorks() {
  const { t } = useText()
  return (
    <Empty
      title={t('Start typing a name')}
      actions={
        <Anchor component={Link} to="/account/profile" size="sm">
          {t('Make your profile public so others can find you')}
        </Anchor>
      }
    >
      {t(
        'The start of each word is enough: “an lu” finds Anna Lund. Only people with a public profile are listed.',
      )}
    </Empty>
  )
}

const PAUSE_MS = 250

export interface TypedQuery {
  readonly typed: string
  type(text: string): void
  /** Without waiting for the typing to pause. */
  searchNow(): void
}

/** @param query the query in the URL; the field follows when a command or the Back button changes it */
export function useTypedQuery(query: string, onQuery: (query: string) => void): TypedQuery {
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
    type(text) {
      setTyped(text)
      pause.current?.dispose()
      pause.current = clock.after(PAUSE_MS, () => search(text))
    },
    searchNow: () => search(typed),
  }
}
