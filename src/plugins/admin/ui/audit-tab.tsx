import { Group, Skeleton, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { type AuditItem, adminAudit } from '../../../core/api/admin.js'
import { phrases } from '../../../core/platform/phrases.js'
import { useCall } from '../../../core/react/hooks/use-answer.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { PageChoice } from '../../../core/react/list-page.js'
import layout from '../../../core/react/list-page.module.css'
import { Hint, SecondaryButton } from '../../../core/react/looks.js'
import { Refused } from '../../../core/react/refused.js'
import { Select } from '../../../core/react/select.js'
import classes from './admin.module.css'
import { refusalText, timeText } from './admin-text.js'
import TEXTS from './audit-actions.phrases.json' with { type: 'json' }

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
          <SecondaryButton
            onClick={() => {
              onShowAll()
              setPage(1)
            }}
          >
            {t('Show all users')}
          </SecondaryButton>
        )}
      </Group>
      {about !== undefined && <Hint>{t('Entries by and about user {{id}}', { id: about })}</Hint>}
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
    <Table className={layout.table} style={{ overflowWrap: 'anywhere' }} verticalSpacing="xs">
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
const ACTIONS: Readonly<Record<string, string>> = TEXTS

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
