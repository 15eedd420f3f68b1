/** The audit log, newest first: of everyone or of one user, of all kinds or of one. */
import { Button, Group, Pagination, Skeleton, Table, Text } from '@mantine/core'
import { useCallback, useState } from 'react'
import { type AuditItem, adminAudit } from '../../../core/api/admin.js'
import { useAnswer } from '../../../core/react/hooks/use-answer.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../core/react/kernel-context.js'
import { Refused } from '../../../core/react/refused.js'
import { Select } from '../../../core/react/select.js'
import { ACTION_GROUPS, actionWords, detailText } from '../action-words.js'
import classes from './admin.module.css'
import { refusalOf, timeText } from './admin-words.js'

const PAGE_SIZE = 50

interface AuditTabProps {
  /** The user whose entries are shown; everyone's without. */
  readonly about: string | undefined
  readonly onEveryone: () => void
}

export function AuditTab({ about, onEveryone }: AuditTabProps) {
  const { api } = useKernel()
  const { t, tm } = useText()
  const [action, setAction] = useState<string | null>(null)
  const [page, setPage] = useState(1)
  const ask = useCallback(
    (signal: AbortSignal) =>
      api.call(
        adminAudit,
        { query: { page, pageSize: PAGE_SIZE, user: about, action: action ?? undefined } },
        { signal },
      ),
    [api, page, about, action],
  )
  const { value, error, busy, reload } = useAnswer(ask)
  const total = value?.total ?? 0
  return (
    <section className={classes.tab} aria-label={t('Audit log')} aria-busy={busy}>
      <h2 className={classes.unseen}>{t('Audit log')}</h2>
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
              onEveryone()
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
      {error !== undefined && <Refused error={error} words={refusalOf} onRetry={reload} />}
      {value && total === 0 && <Text role="status">{t('No entries yet.')}</Text>}
      {(value ? total > 0 : error === undefined) && <Entries items={value?.items} />}
      {total > PAGE_SIZE && (
        <Pagination
          total={Math.ceil(total / PAGE_SIZE)}
          value={page}
          onChange={setPage}
          getItemProps={number => ({ 'aria-label': t('Page {{number}}', { number }) })}
          getControlProps={control => ({
            'aria-label': control === 'previous' ? t('Previous page') : t('Next page'),
          })}
        />
      )}
    </section>
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
          <Table.Th className={classes.wide}>{t('By')}</Table.Th>
          <Table.Th className={classes.wide}>{t('User')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map(({ id, at, action, actor, subject, details }) => (
          <Table.Tr key={id}>
            <Table.Td>{timeText(at, locale)}</Table.Td>
            <Table.Td>
              {tm('admin', actionWords(action) ?? action)}
              <div className={classes.dim}>{detailText(details)}</div>
            </Table.Td>
            <Table.Td className={classes.wide}>{short(actor)}</Table.Td>
            <Table.Td className={classes.wide}>{short(subject)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
