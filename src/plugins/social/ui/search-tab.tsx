import { CloseButton, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { searchUsers } from '../../../core/api/users.js'
import type { Disposable } from '../../../core/platform/disposable.js'
import { useAnswer } from '../../../core/react/hooks/use-answer.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../core/react/kernel-context.js'
import { PageChoice } from '../../../core/react/list-page.js'
import layout from '../../../core/react/list-page.module.css'
import { Refused } from '../../../core/react/refused.js'
import { LINKS, MAX_QUERY_LENGTH } from '../internal-tokens.js'
import { refusalText } from '../link-notices.js'
import { Empty, PeopleList, PublishLink } from './people-list.js'
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
  const { box, ...keys } = useRowKeys(found?.items)
  const field = useRef<HTMLInputElement>(null)
  const clear = () => {
    type('')
    // This button disappears.
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
                : t('People found: {{total}}', { total: found.total })}
            </Text>
          )}
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
    </Stack>
  )
}

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

/** @param query the query in the URL; the field follows when a command or the Back button changes it */
export function useTypedQuery(query: string, onQuery: (query: string) => void) {
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
