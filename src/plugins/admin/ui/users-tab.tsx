import { Button, Drawer, Group, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import * as api from '../../../core/contract/admin.js'
import { type AdminUser, adminSearch, adminUserById } from '../../../core/contract/admin.js'
import { ADMIN_ROLE, PLAN_LEVELS, ROLES, type Role, TEACHER_ROLE } from '../../../core/contract/claims.js'
import { failureNotice } from '../../../core/http/error-sentences.js'
import { phrases } from '../../../core/platform/phrases.js'
import { useAttempt, useCall } from '../../../core/react/hooks/use-answer.js'
import { useLast } from '../../../core/react/hooks/use-last.js'
import { Select } from '../../../core/react/inputs/select.js'
import { useKernel, useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { PageChoice } from '../../../core/react/list-page.js'
import { SecondaryButton } from '../../../core/react/looks.js'
import { type Asked, Question } from '../../../core/react/question.js'
import { Refused } from '../../../core/react/refused.js'
import { REQUESTED_VIEW } from '../requested-view.js'
import classes from './admin.module.css'
import { planOf, refusalText, storageText, timeText } from './admin-text.js'
import { ImportPeople } from './import-people.js'
import { UserBadges, UsersTable } from './users-table.js'

const PAGE_SIZE = 20
const TYPING_PAUSE_MS = 250

const FILTERS = {
  all: {},
  suspended: { suspended: true },
  admins: { role: ADMIN_ROLE },
  teachers: { role: TEACHER_ROLE },
} as const
type Filter = keyof typeof FILTERS

export function UsersTab({ onShowEntries }: { readonly onShowEntries: (userId: string) => void }) {
  const { t } = useText()
  const [search, setSearch] = useState('')
  const [query] = useDebouncedValue(search, TYPING_PAUSE_MS)
  const [filter, setFilter] = useState<Filter>('all')
  const [page, setPage] = useState(1)
  const [open, setOpen] = useState<AdminUser>()
  const [deletedId, setDeletedId] = useState<string>()
  const searchField = useRef<HTMLInputElement>(null)
  const body = { query: query.trim(), ...FILTERS[filter], page, pageSize: PAGE_SIZE }
  const { value, error, busy, reload } = useCall(adminSearch, { body })
  useRequestedUser(setOpen)
  const total = value?.total ?? 0
  const filters = [
    { value: 'all', label: t('All users') },
    { value: 'suspended', label: t('Suspended') },
    { value: 'admins', label: t('Administrators') },
    { value: 'teachers', label: t('Teachers') },
  ]

  return (
    <Stack component="section" gap="sm" aria-label={t('Users')} aria-busy={busy}>
      <VisuallyHidden component="h2">{t('Users')}</VisuallyHidden>
      <Group gap="xs" align="flex-end">
        <TextInput
          ref={searchField}
          flex="1 1 240px"
          maw={420}
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
        <ImportPeople onImported={reload} />
      </Group>
      {error !== undefined && <Refused error={error} words={refusalText} onRetry={reload} />}
      {value && (
        <Text size="sm" c="dimmed" role="status">
          {total === 0 ? t('No matching users.') : t('{{total}} found', { total })}
        </Text>
      )}
      {(value ? total > 0 : error === undefined) && <UsersTable users={value?.items} onOpen={setOpen} />}
      <PageChoice pages={value && Math.ceil(total / PAGE_SIZE)} page={page} onPage={setPage} />
      <UserDrawer
        user={open}
        deletedId={deletedId}
        onChange={user => {
          // By now, the drawer may be closed or show another user.
          setOpen(before => (before?.id === user.id ? user : before))
          reload()
        }}
        onDeleted={({ id }) => {
          setDeletedId(id)
          setOpen(before => (before?.id === id ? undefined : before))
          searchField.current?.focus()
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
      .then(open, error => notices.post(failureNotice(error, refusalText)))
  }, [id, request, api, notices, open])
}

interface UserDrawerProps {
  readonly user: AdminUser | undefined
  /** The user who was just deleted. Focus can’t return to their row. */
  readonly deletedId: string | undefined
  readonly onChange: (user: AdminUser) => void
  readonly onDeleted: (user: AdminUser) => void
  readonly onShowEntries: (userId: string) => void
  readonly onClose: () => void
}

/** Stays mounted while closed: a drawer that mounts open can’t restore focus. */
function UserDrawer({ user, deletedId, onChange, onDeleted, onShowEntries, onClose }: UserDrawerProps) {
  const { t } = useText()
  // Keep the user during the closing animation.
  const last = useLast(user)
  return (
    <Drawer
      opened={user !== undefined}
      returnFocus={last?.id !== deletedId}
      onClose={onClose}
      position="right"
      title={last?.name}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {last && (
        <Stack key={last.id} gap="lg">
          <Facts user={last} />
          <PlanChoice key={planOf(last)} user={last} onChange={onChange} />
          <Actions user={last} onChange={onChange} />
          <DataActions user={last} onDeleted={onDeleted} />
          <Button variant="subtle" onClick={() => onShowEntries(last.id)}>
            {t('Show in audit log')}
          </Button>
        </Stack>
      )}
    </Drawer>
  )
}

function Facts({ user }: { readonly user: AdminUser }) {
  const { t, locale } = useText()
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('Email'), user.email],
    [t('Handle'), `@${user.handle}`],
    [t('Registered'), timeText(user.createdAt, locale)],
    [t('Active sessions'), user.sessions],
    [t('Storage'), t('{{used}} of {{limit}} MB', storageText(user, locale))],
    [t('Features'), user.features.join(', ') || t('None')],
    ...(user.suspendedAt === undefined
      ? []
      : [[t('Suspended since'), timeText(user.suspendedAt, locale)] as const]),
  ]
  return (
    <div>
      <Stack component="dl" gap="xs" m={0}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className={classes.dim}>{name}</dt>
            <dd style={{ margin: 0, overflowWrap: 'anywhere' }}>{value}</dd>
          </div>
        ))}
      </Stack>
      <UserBadges user={user} />
    </div>
  )
}

interface ActionsProps extends Pick<UserDrawerProps, 'onChange'> {
  readonly user: AdminUser
}

function PlanChoice({ user, onChange }: ActionsProps) {
  const { t } = useText()
  const { api: client } = useKernel()
  const { busy, run } = useUserChange(user, onChange)
  const [level, setLevel] = useState(planOf(user))
  const levels = [{ value: 'free', label: t('Free') }, ...PLAN_LEVELS.map(value => ({ value, label: value }))]
  return (
    <Group align="flex-end" gap="xs">
      <Select
        flex="1 1 240px"
        maw={420}
        label={t('Plan')}
        description={t('The user keeps any paid plan. The higher plan applies.')}
        data={levels}
        value={level}
        onChange={chosen => setLevel((chosen ?? 'free') as ReturnType<typeof planOf>)}
      />
      <SecondaryButton
        loading={busy}
        disabled={level === planOf(user)}
        onClick={() =>
          run({
            call: () => client.call(api.changePlan, { params: { id: user.id }, body: { level } }),
            said: DONE.plan,
          })
        }
      >
        {t('Grant plan')}
      </SecondaryButton>
    </Group>
  )
}

function Actions({ user, onChange }: ActionsProps) {
  const { t } = useText()
  const { api: client } = useKernel()
  const { busy, run } = useUserChange(user, onChange)
  const [asked, setAsked] = useState<Asked>()
  const [admin, teacher] = ROLES.map(role => user.roles.includes(role))
  const { name } = user
  const params = { id: user.id }
  const suspension: UserChange = {
    call: () => client.call(api.suspendUser, { params }),
    said: DONE.suspended,
  }
  const readmission: UserChange = {
    call: () => client.call(api.readmitUser, { params }),
    said: DONE.readmitted,
  }
  const roleChange = (changed: Role, added: boolean): UserChange => ({
    call: () => {
      const roles = ROLES.filter(role => (role === changed ? added : user.roles.includes(role)))
      return client.call(api.changeRoles, { params, body: { roles } })
    },
    said: (added ? PROMOTED : DEMOTED)[changed],
  })
  const suspend = {
    title: t('Suspend {{name}}?', { name }),
    text: t('All sessions end immediately, and the user can’t log in until you lift the suspension.'),
    yes: t('Suspend'),
    severe: true,
    run: () => run(suspension, readmission),
  }
  const end = {
    title: t('End all of {{name}}’s sessions?', { name }),
    text: t('The user will have to log in again on all devices. This can’t be undone.'),
    yes: t('End sessions'),
    run: () => run({ call: () => client.call(api.endUserSessions, { params }), said: DONE.ended }),
  }
  const promote = {
    title: t('Make {{name}} an administrator?', { name }),
    text: t('Administrators can see and suspend all users and change plans and roles.'),
    yes: t('Assign role'),
    run: () => run(roleChange(ADMIN_ROLE, true), roleChange(ADMIN_ROLE, false)),
  }
  const demote = {
    title: t('Remove {{name}}’s administrator role?', { name }),
    text: t('This takes effect immediately.'),
    yes: t('Remove role'),
    run: () => run(roleChange(ADMIN_ROLE, false), roleChange(ADMIN_ROLE, true)),
  }
  return (
    <Stack gap="xs">
      {user.suspendedAt === undefined ? (
        <SecondaryButton onClick={() => setAsked(suspend)}>{t('Suspend')}</SecondaryButton>
      ) : (
        <SecondaryButton loading={busy} onClick={() => run(readmission, suspension)}>
          {t('Lift suspension')}
        </SecondaryButton>
      )}
      {/* A disabled button would lose focus. */}
      <SecondaryButton
        data-disabled={user.sessions === 0 || undefined}
        aria-disabled={user.sessions === 0}
        onClick={() => user.sessions > 0 && setAsked(end)}
      >
        {t('End all sessions')}
      </SecondaryButton>
      <SecondaryButton onClick={() => setAsked(admin ? demote : promote)}>
        {admin ? t('Remove administrator role') : t('Make administrator')}
      </SecondaryButton>
      <SecondaryButton
        onClick={() => run(roleChange(TEACHER_ROLE, !teacher), roleChange(TEACHER_ROLE, teacher === true))}
      >
        {teacher ? t('Remove teacher role') : t('Make teacher')}
      </SecondaryButton>
      <Question asked={asked} onClose={() => setAsked(undefined)} />
    </Stack>
  )
}

/** The same export and deletion actions that users have under Security. */
function DataActions({ user, onDeleted }: Pick<UserDrawerProps, 'onDeleted'> & { readonly user: AdminUser }) {
  const { api: client, auth, platform, tenant } = useKernel()
  const { t, locale } = useText()
  const { busy, attempt } = useAttempt(refusalText)
  const [asked, setAsked] = useState<Asked>()
  const own = useStore(auth.state, state => state.user?.id === user.id)
  const { name } = user
  const params = { id: user.id }
  const exportData = async () => {
    const rows = await client.call(api.exportUser, { params })
    const file = `${tenant.current.key}-${user.handle}-${new Date().toISOString().slice(0, 10)}.ndjson`
    platform.page?.saveFile(file, rows)
  }
  const remove = async () => {
    await client.call(api.deleteUser, { params })
    onDeleted(user)
  }
  const deletion = {
    title: t('Delete {{name}}’s account?', { name }),
    text: [
      t(
        'This deletes the profile, all songs and files ({{used}} MB), everything shared, and all sessions. Students also lose the user’s groups and homework.',
        storageText(user, locale),
      ),
      t('Any paid plan is canceled, with no further charges. This can’t be undone.'),
    ],
    yes: t('Delete permanently'),
    severe: true,
    run: () => void attempt(remove),
  }
  return (
    <Stack gap="xs">
      <SecondaryButton loading={busy} onClick={() => void attempt(exportData)}>
        {t('Export data')}
      </SecondaryButton>
      {!own && (
        <SecondaryButton c="var(--fw-bad)" disabled={busy} onClick={() => setAsked(deletion)}>
          {t('Delete account…')}
        </SecondaryButton>
      )}
      <Question asked={asked} onClose={() => setAsked(undefined)} />
    </Stack>
  )
}

const DONE = phrases({
  suspended: '{{name}} suspended.',
  readmitted: '{{name}} can log in again.',
  ended: 'All of {{name}}’s sessions ended.',
  plan: '{{name}}’s plan changed.',
})
const PROMOTED = phrases({
  Admin: '{{name}} is now an administrator.',
  Teacher: '{{name}} is now a teacher.',
})
const DEMOTED = phrases({
  Admin: '{{name}} is no longer an administrator.',
  Teacher: '{{name}} is no longer a teacher.',
})
const { UNDO } = phrases({ UNDO: 'Undo' })

interface UserChange {
  readonly call: () => Promise<AdminUser>
  readonly said: string
}

function useUserChange(user: AdminUser, onChange: (user: AdminUser) => void) {
  const { auth, notices } = useKernel()
  const { busy, attempt } = useAttempt(refusalText)
  const run = ({ call, said: message }: UserChange, undo?: UserChange) =>
    void attempt(async () => {
      const now = await call()
      onChange(now)
      // The token contains the administrator’s own plan and roles.
      if (now.id === auth.state.getState().user?.id) void auth.refresh({ fresh: true })
      const action = undo && { label: UNDO, run: () => run(undo) }
      const values = { name: user.name }
      notices.post({ kind: 'success', source: 'admin', message, values, ...(action && { action }) })
    })
  return { busy, run }
}
