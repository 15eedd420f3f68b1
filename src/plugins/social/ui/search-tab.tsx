/** Finding people by name and handle, while one types. */
import { Anchor, CloseButton, Skeleton, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useCallback, useRef } from 'react'
import { Link } from 'react-router-dom'
import { searchUsers } from '../../../core/api/users.js'
import { useAnswer } from '../../../core/react/hooks/use-answer.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../core/react/kernel-context.js'
import { Refused } from '../../../core/react/refused.js'
import { reasonOf } from '../link-news.js'
import { LONGEST_QUERY } from '../settings.js'
import { LINKS } from '../tokens.js'
import { Empty } from './empty.js'
import { PageChoice } from './page-choice.js'
import classes from './people.module.css'
import { PeopleList } from './people-list.js'
import type { PeopleAddress } from './use-people-address.js'
import { useRowKeys } from './use-row-keys.js'
import { useTypedQuery } from './use-typed-query.js'

const PAGE_SIZE = 20

interface SearchTabProps extends Omit<PeopleAddress, 'tab'> {
  readonly go: (change: Partial<PeopleAddress>, replace?: boolean) => void
}

export function SearchTab({ query, page, go }: SearchTabProps) {
  const { t } = useText()
  // The letters of one search are one step of the way back.
  const { typed, type, searchNow } = useTypedQuery(query, next => go({ query: next }, true))
  const { value, error, busy, reload } = useAnswer(useFind(query, page))
  const fits = value?.query === query && value.page === page
  // What was found before stays until the answer is there.
  const found = fits || error === undefined ? value : undefined
  const { box, ...keys } = useRowKeys<HTMLElement>(found?.items)
  const field = useRef<HTMLInputElement>(null)
  const clear = () => {
    type('')
    // The button goes with the text.
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
          className={classes.search}
          type="search"
          name="q"
          autoComplete="off"
          label={t('Name or handle')}
          leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
          rightSection={typed !== '' && <CloseButton aria-label={t('Clear the search')} onClick={clear} />}
          value={typed}
          maxLength={LONGEST_QUERY}
          onChange={event => type(event.currentTarget.value)}
        />
      </form>

      {query === '' ? (
        <HowItWorks />
      ) : (
        <>
          {error !== undefined && !busy && <Refused error={error} words={reasonOf} onRetry={reload} />}
          {/* As high as the line that comes. */}
          {!found && busy && <Skeleton height={20} width={120} />}
          {found && <Found query={query} total={found.total} more={found.more} old={!fits} />}
          {(found ? found.items.length > 0 : busy) && (
            <PeopleList label={t('People found')} people={found?.items} old={!fits} />
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

/** Of an empty query nothing is asked. */
function useFind(query: string, page: number) {
  const { api } = useKernel()
  const links = useService(LINKS)
  return useCallback(
    async (signal: AbortSignal) => {
      if (query === '') return undefined
      const asked = links.view.getState().settled
      const body = { query, page, pageSize: PAGE_SIZE }
      const found = await api.call(searchUsers, { body }, { signal })
      links.learn(found.items, asked)
      return { ...found, query, page }
    },
    [api, links, query, page],
  )
}

interface FoundProps {
  readonly query: string
  readonly total: number
  readonly more: boolean
  /** An answer to what was typed before. */
  readonly old: boolean
}

function Found({ query, total, more, old }: FoundProps) {
  const { t } = useText()
  if (total === 0 && !old)
    return (
      <Empty title={t('Nobody is found by “{{query}}”', { query })}>
        {t('Try fewer letters: each word has to be the beginning of a word of the name or the handle.')}
      </Empty>
    )
  return (
    <Text size="sm" c="dimmed" role="status" data-old={old || undefined}>
      {more
        ? t('Many people fit: the nearest 200 are listed. Another letter leads to the rest.')
        : t('People found: {{total}}', { total })}
    </Text>
  )
}

function HowItWorks() {
  const { t } = useText()
  return (
    <Empty
      title={t('Type how a name begins')}
      ways={
        <Anchor component={Link} to="/account/profile" size="sm">
          {t('Be found: make your profile public')}
        </Anchor>
      }
    >
      {t(
        'The beginnings of words of the name and the handle count: “an lu” finds Anna Lund. Only people with a public profile are found.',
      )}
    </Empty>
  )
}
