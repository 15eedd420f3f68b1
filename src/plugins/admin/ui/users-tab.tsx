import { Group, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { type AdminUser, adminSearch, adminUserById } from '../../../core/api/admin.js'
import { ADMIN_ROLE } from '../../../core/api/claims.js'
import { codeOf } from '../../../core/platform/fretwork-error.js'
import { useCall } from '../../../core/react/hooks/use-answer.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../core/react/kernel-context.js'
import { PageChoice } from '../../../core/react/page-choice.js'
import { Refused } from '../../../core/react/refused.js'
import { Select } from '../../../core/react/select.js'
import { REQUESTED_VIEW } from '../internal-tokens.js'
import classes from './admin.module.css'
import { refusalText } from './admin-text.js'
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
  const { t } = useText()
  const [search, setSearch] = useState('')
  const [query] = useDebouncedValue(search, TYPING_PAUSE_MS)
  const [filter, setFilter] = useState<Filter>('all')
  const [page, setPage] = useState(1)
  const [open, setOpen] = useState<AdminUser>()
  const body = { query: query.trim(), ...FILTERS[filter], page, pageSize: PAGE_SIZE }
  const { value, error, busy, reload } = useCall(adminSearch, { body })
  useRequestedUser(setOpen)
  const total = value?.total ?? 0
  const filters = [
    { value: 'all', label: t('All users') },
    { value: 'suspended', label: t('Suspended') },
    { value: 'admins', label: t('Administrators') },
  ]

  return (
    <Stack component="section" gap="sm" aria-label={t('Users')} aria-busy={busy}>
      <VisuallyHidden component="h2">{t('Users')}</VisuallyHidden>
      <Group gap="xs" align="flex-end">
        <TextInput
          className={classes.search}
          type="search"
          label={t('Search by name, handle or email')}
          leftSection={<IconSearch size={15} stroke={1.7} aria-hidden />}
          value={search}
          maxLength={254}
          onChange={event => {
            setSearch(event.currentTarget.value)
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
      {error !== undefined && <Refused error={error} words={refusalText} onRetry={reload} />}
      {value && (
        <Text size="sm" c="dimmed" role="status">
          {total === 0 ? t('No matching users.') : t('Users found: {{total}}', { total })}
        </Text>
      )}
      {(value ? total > 0 : error === undefined) && <UsersTable users={value?.items} onOpen={setOpen} />}
      <PageChoice pages={value && Math.ceil(total / PAGE_SIZE)} page={page} onPage={setPage} />
      <UserDrawer
        user={open}
        onChange={user => {
          // The drawer may have been closed or show another user by now.
          setOpen(before => (before?.id === user.id ? user : before))
          reload()
        }}
        onShowEntries={onShowEntries}
        onClose={() => setOpen(undefined)}
      />
    </Stack>
  )
}

function useRequestedUser(open: (user: AdminUser) => void): void {
  const { api, notices } = useKernel()
  const request = useService(REQUESTED_VIEW)
  const id = useStore(request, state => state.user)

  useEffect(() => {
    if (id === undefined) return
    request.setState({ user: undefined })
    api
      .call(adminUserById, { params: { id } })
      .then(open, error => notices.post({ kind: 'error', code: codeOf(error), ...refusalText(error) }))
  }, [id, request, api, notices, open])
}
