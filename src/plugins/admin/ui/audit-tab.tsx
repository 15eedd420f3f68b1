import { Button, Group, Skeleton, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { type AuditItem, adminAudit } from '../../../core/api/admin.js'
import { phrases } from '../../../core/platform/phrases.js'
import { useCall } from '../../../core/react/hooks/use-answer.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { PageChoice } from '../../../core/react/page-choice.js'
import { Refused } from '../../../core/react/refused.js'
import { Select } from '../../../core/react/select.js'
import classes from './admin.module.css'
import { refusalText, timeText } from './admin-text.js'

const PAGE_SIZE = 50

interface AuditTabProps {
  readonly about: string | undefined
  readonly onShowAll: () => void
}

export function AuditTab({ about, onShowAll }: AuditTabProps) {
  const { t, tm } = useText()
  const [action, setAction] = useState<string | null>(null)
  const [page, setPage] = useState(1)
  const query = { page, pageSize: PAGE_SIZE, user: about, action: action ?? undefined }
  const { value, error, busy, reload } = useCall(adminAudit, { query })
  const total = value?.total ?? 0
  return (
    <Stack component="section" gap="sm" aria-label={t('Audit log')} aria-busy={busy}>
      <VisuallyHidden component="h2">{t('Audit log')}</VisuallyHidden>
      <Group gap="xs" align="flex-end">
        <Select
          label={t('Show')}
          placeholder={t('All entries')}
          data={Object.entries(ACTION_GROUPS).map(([code, label]) => ({
            value: code,
            label: tm('admin', label),
          }))}
          value={action}
          clearable
          clearButtonProps={{ 'aria-label': t('Show all entries') }}
          onChange={chosen => {
            setAction(chosen)
            setPage(1)
          }}
        />
        {about !== undefined && (
          <Button
            variant="default"
            onClick={() => {
              onShowAll()
              setPage(1)
            }}
          >
            {t('Show all users')}
          </Button>
        )}
      </Group>
      {about !== undefined && (
        <Text size="sm" c="dimmed">
          {t('Entries by and about user {{id}}', { id: about })}
        </Text>
      )}
      {error !== undefined && <Refused error={error} words={refusalText} onRetry={reload} />}
      {value && total === 0 && <Text role="status">{t('No entries yet.')}</Text>}
      {(value ? total > 0 : error === undefined) && <Entries items={value?.items} />}
      <PageChoice pages={value && Math.ceil(total / PAGE_SIZE)} page={page} onPage={setPage} />
    </Stack>
  )
}

function Entries({ items }: { readonly items: readonly AuditItem[] | undefined }) {
  const { t, tm, locale } = useText()
  if (!items) return <Skeleton height={240} />
  const short = (id: string | undefined) =>
    id === undefined ? '–' : <code title={id}>{id.slice(0, 8)}</code>
  return (
    <Table className={classes.table} verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('Time')}</Table.Th>
          <Table.Th>{t('Event')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('By')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('User')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map(({ id, at, action, actor, subject, details }) => (
          <Table.Tr key={id}>
            <Table.Td>{timeText(at, locale)}</Table.Td>
            <Table.Td>
              {tm('admin', ACTIONS[action] ?? action)}
              <div className={classes.dim}>{detailText(details)}</div>
            </Table.Td>
            <Table.Td visibleFrom="sm">{short(actor)}</Table.Td>
            <Table.Td visibleFrom="sm">{short(subject)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** Texts for audit log codes; unknown codes are shown as they are. */
const ACTIONS: Readonly<Record<string, string>> = phrases({
  'registration.asked': 'Registered, not yet confirmed',
  'user.registered': 'Account created',
  'user.displaced': 'Unconfirmed account replaced',
  'user.deleted': 'Account deleted',
  'user.exported': 'Data exported',
  'identity.linked': 'Provider linked',
  'email.asked': 'Email change requested',
  'email.changed': 'Email changed',
  'email.verified': 'Email confirmed',
  'password.changed': 'Password changed',
  'password.reset': 'Password reset',
  'password.asked': 'Password reset requested',
  'password.refused': 'Wrong current password',
  'second-factor.added': 'Second factor added',
  'second-factor.removed': 'Second factor removed',
  'second-factor.refused': 'Wrong second factor',
  'recovery-code.used': 'Recovery code used',
  'codes.renewed': 'New recovery codes',
  'session.begun': 'Logged in',
  'session.ended': 'Logged out',
  'login.failed': 'Login failed',
  'limit.reached': 'Limit of attempts reached',
  'session.reused': 'Session ended: token reused',
  'library.removed': 'Song removed from a library',
  'library.restored': 'Song restored to a library',
  'share.set': 'Something shared',
  'share.ended': 'Sharing ended',
  'share.link-made': 'Link made to something shared',
  'share.link-ended': 'Link to something shared revoked',
  'share.report-kept': 'Report closed: nothing removed',
  'share.report-removed': 'Report closed: removed for all',
  'homework.given': 'Homework given',
  'homework.ended': 'Homework taken back',
  'admin.reports-read': 'Reports read',
  'user.suspended': 'User suspended',
  'user.readmitted': 'Suspension lifted',
  'user.sessions-ended': 'Sessions ended',
  'user.roles-changed': 'Roles changed',
  'user.admin-created': 'Administrator created',
  'admin.plan-given': 'Plan granted',
  'plan.changed': 'Plan changed',
  'admin.users-searched': 'Users searched',
  'admin.user-read': 'User viewed',
  'admin.audit-read': 'Audit log viewed',
  'admin.refused': 'Administration refused',
})

const ACTION_GROUPS: Readonly<Record<string, string>> = phrases({
  'user.': 'Users',
  'plan.': 'Plans',
  'session.': 'Sessions',
  'login.': 'Failed logins',
  'limit.': 'Limits',
  'email.': 'Email addresses',
  'password.': 'Passwords',
  'second-factor.': 'Second factors',
  'admin.': 'Administration',
})

function detailText(details: Readonly<Record<string, string | number | boolean>>): string {
  return Object.entries(details)
    .map(([key, value]) => `${key}: ${value === '' ? '–' : value}`)
    .join(', ')
}
