/** All users, narrowed by words, role and suspension; one of them opens in a drawer. */
import { Group, Pagination, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useCallback, useEffect, useState } from 'react'
import { type AdminUser, adminSearch } from '../../../core/api/admin.js'
import { ADMIN_ROLE } from '../../../core/api/claims.js'
import { useAnswer } from '../../../core/react/hooks/use-answer.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../core/react/kernel-context.js'
import { Refused } from '../../../core/react/refused.js'
import { Select } from '../../../core/react/select.js'
import classes from './admin.module.css'
import { refusalOf } from './admin-words.js'
import { useWishedUser } from './use-wished-user.js'
import { UserDrawer } from './user-drawer.js'
import { UsersTable } from './users-table.js'

const PAGE_SIZE = 20
const TYPING_PAUSE_MS = 250

const FILTERS = {
  all: {},
  suspended: { suspended: true },
  admins: { role: ADMIN_ROLE },
} as const
type Filter = keyof typeof FILTERS

export function UsersTab({ onShowEntries }: { readonly onShowEntries: (userId: string) => void }) {
  const { api } = useKernel()
  const { t } = useText()
  const [words, setWords] = useState('')
  const [query] = useDebouncedValue(words, TYPING_PAUSE_MS)
  const [filter, setFilter] = useState<Filter>('all')
  const [page, setPage] = useState(1)
  const [open, setOpen] = useState<AdminUser>()
  const ask = useCallback(
    (signal: AbortSignal) =>
      api.call(
        adminSearch,
        { body: { query: query.trim(), ...FILTERS[filter], page, pageSize: PAGE_SIZE } },
        { signal },
      ),
    [api, query, filter, page],
  )
  const { value, error, busy, reload } = useAnswer(ask)
  useWishedUser(setOpen)
  const total = value?.total ?? 0
  const pages = value && Math.max(1, Math.ceil(total / PAGE_SIZE))
  useEffect(() => {
    // Who stood alone on the last page fits no longer.
    if (pages !== undefined && page > pages) setPage(pages)
  }, [page, pages])
  const filters = [
    { value: 'all', label: t('All users') },
    { value: 'suspended', label: t('Suspended') },
    { value: 'admins', label: t('Administrators') },
  ]

  return (
    <section className={classes.tab} aria-label={t('Users')} aria-busy={busy}>
      <h2 className={classes.unseen}>{t('Users')}</h2>
      <Group gap="xs" align="flex-end">
        <TextInput
          className={classes.search}
          type="search"
          label={t('Search by name, handle or email')}
          leftSection={<IconSearch size={15} stroke={1.7} aria-hidden />}
          value={words}
          maxLength={254}
          onChange={event => {
            setWords(event.currentTarget.value)
            setPage(1)
          }}
        />
        <Select
          label={t('Show')}
          data={filters}
          value={filter}
          allowDeselect={false}
          onChange={chosen => {
            setFilter((chosen ?? 'all') as Filter)
            setPage(1)
          }}
        />
      </Group>
      {error !== undefined && <Refused error={error} words={refusalOf} onRetry={reload} />}
      {value && (
        <Text size="sm" c="dimmed" role="status">
          {total === 0 ? t('No matching users.') : t('Users found: {{total}}', { total })}
        </Text>
      )}
      {(value ? total > 0 : error === undefined) && <UsersTable users={value?.items} onOpen={setOpen} />}
      {total > PAGE_SIZE && (
        <Pagination
          total={pages ?? 1}
          value={page}
          onChange={setPage}
          getItemProps={number => ({ 'aria-label': t('Page {{number}}', { number }) })}
          getControlProps={control => ({
            'aria-label': control === 'previous' ? t('Previous page') : t('Next page'),
          })}
        />
      )}
      <UserDrawer
        user={open}
        onChange={user => {
          // Closed meanwhile, it stays so; and it stays with who is shown now.
          setOpen(before => (before?.id === user.id ? user : before))
          reload()
        }}
        onShowEntries={onShowEntries}
        onClose={() => setOpen(undefined)}
      />
    </section>
  )
}
