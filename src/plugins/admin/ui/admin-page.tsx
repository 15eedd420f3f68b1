import { Button, Group, Skeleton, Stack, Table, Tabs, Text, Title, VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { type AuditItem, adminAudit } from '../../../core/contract/admin.js'
import { isAdmin } from '../../../core/contract/claims.js'
import { closeReport, type ShareReport, shareReports } from '../../../core/contract/sharing.js'
import { GO_TO } from '../../../core/events/app-events.js'
import { refusalWords } from '../../../core/http/error-sentences.js'
import { phrases } from '../../../core/platform/phrases.js'
import { useAttempt, useCall } from '../../../core/react/hooks/use-answer.js'
import { Select } from '../../../core/react/inputs/select.js'
import { useKernel, useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { PageChoice, Pages, usePages } from '../../../core/react/list-page.js'
import layout from '../../../core/react/list-page.module.css'
import { Hint, SecondaryButton } from '../../../core/react/looks.js'
import { type Asked, Question } from '../../../core/react/question.js'
import { Refused } from '../../../core/react/refused.js'
import { REQUESTED_VIEW } from '../requested-view.js'
import classes from './admin.module.css'
import { refusalText, timeText } from './admin-text.js'
import TEXTS from './audit-actions.phrases.json'
import { UsersTab } from './users-tab.js'

export default function AdminPage() {
  const { auth } = useKernel()
  const { t } = useText()
  // The server checks every call. This only avoids a page full of errors.
  const allowed = useStore(auth.state, ({ user }) => isAdmin(user?.claims))
  const [tab, setTab] = useState<string | null>('users')
  const [about, setAbout] = useState<string>()
  const request = useService(REQUESTED_VIEW)
  const tabRequest = useStore(request, state => state.tab)
  useEffect(() => {
    if (tabRequest === undefined) return
    request.setState({ tab: undefined })
    if (tabRequest === 'audit') setAbout(undefined)
    setTab(tabRequest)
  }, [request, tabRequest])
  const show = (userId: string) => {
    setAbout(userId)
    setTab('audit')
  }

  if (!allowed) return <AdministratorsOnly />
  return (
    <Stack className={layout.page} gap="md">
      <Title order={1} size={22}>
        {t('Administration')}
      </Title>
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="users">{t('Users')}</Tabs.Tab>
          <Tabs.Tab value="reports">{t('Reports')}</Tabs.Tab>
          <Tabs.Tab value="audit">{t('Audit log')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="users">
          <UsersTab onShowEntries={show} />
        </Tabs.Panel>
        <Tabs.Panel value="reports">
          <ReportsTab />
        </Tabs.Panel>
        <Tabs.Panel value="audit">
          <AuditTab about={about} onShowAll={() => setAbout(undefined)} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}

function AdministratorsOnly() {
  const { events } = useKernel()
  const { t } = useText()
  return (
    <Stack className={layout.page} gap="md">
      <Title order={1} size={22}>
        {t('Administrators only')}
      </Title>
      <Text c="dimmed">{t('Log in with an administrator account to open this page.')}</Text>
      <Group>
        <Button onClick={() => events.emit(GO_TO, { path: '/fretboard' })}>{t('Go to the fretboard')}</Button>
      </Group>
    </Stack>
  )
}

const REASONS = phrases({
  copyright: 'Copyright infringement',
  offensive: 'Offensive',
  spam: 'Spam',
  other: 'Something else',
})
const words = refusalWords('admin', phrases({ not_found: 'This report is already closed.' }))

function ReportsTab() {
  const { t } = useText()
  const pages = usePages()
  const { value, error, reload } = useCall(shareReports, { query: pages.query })
  return (
    <Stack gap="sm">
      {error !== undefined && <Refused error={error} words={words} onRetry={reload} />}
      {value?.items.length === 0 && <Text c="dimmed">{t('No open reports.')}</Text>}
      {value?.items.map(report => (
        <Report key={report.id} report={report} onClosed={reload} />
      ))}
      <Pages pages={pages} next={value?.next} />
    </Stack>
  )
}

function Report({ report, onClosed }: { readonly report: ShareReport; readonly onClosed: () => void }) {
  const { t, tm, locale } = useText()
  const { api } = useKernel()
  const { busy, attempt } = useAttempt(words)
  const [question, setQuestion] = useState<Asked>()
  const { about, reason, note, reporter, at } = report
  const isHomework = about.kind === 'homework'
  const close = (outcome: 'kept' | 'removed') =>
    attempt(async () => {
      await api.call(closeReport, { params: { id: report.id }, body: { outcome } })
      onClosed()
    })
  const ask = () =>
    setQuestion({
      title: t('Remove “{{title}}” for everyone?', { title: about.title }),
      text: isHomework
        ? t('Students will no longer see it, and its takes and comments will be deleted.')
        : t(
            'It will no longer be visible to anyone, its links will stop working, and its owner can’t share it again.',
          ),
      yes: t('Remove'),
      severe: true,
      run: () => void close('removed'),
    })
  return (
    <Stack component="article" className="fw-card" p={16} gap={6} aria-label={about.title}>
      <Text fw={600}>{about.title}</Text>
      <Text size="sm">
        {isHomework
          ? t('Homework from {{name}} @{{handle}}', { name: about.by.name, handle: about.by.handle })
          : t('Shared by {{name}} @{{handle}}', { name: about.by.name, handle: about.by.handle })}
      </Text>
      {about.text && <Text size="sm">“{about.text}”</Text>}
      <Text size="sm">{tm('admin', REASONS[reason] ?? '')}</Text>
      {note !== '' && <Text size="sm">{note}</Text>}
      <Text size="sm" c="dimmed">
        {reporter ? t('Reported by {{name}}', { name: reporter.name }) : t('Reported by a visitor')}
        {` · ${timeText(at, locale)}`}
      </Text>
      <Group gap="xs">
        <Button size="xs" variant="default" disabled={busy} onClick={() => void close('kept')}>
          {t('Keep')}
        </Button>
        <Button size="xs" color="red" disabled={busy} onClick={ask}>
          {t('Remove')}
        </Button>
      </Group>
      <Question asked={question} onClose={() => setQuestion(undefined)} />
    </Stack>
  )
}

const PAGE_SIZE = 50

interface AuditTabProps {
  readonly about: string | undefined
  readonly onShowAll: () => void
}

function AuditTab({ about, onShowAll }: AuditTabProps) {
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
    <Table
      className={layout.table}
      style={{ overflowWrap: 'anywhere' }}
      verticalSpacing="xs"
      aria-label={t('Audit log')}
    >
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

/** Labels for audit log codes. Unknown codes are shown unchanged. */
const ACTIONS: Readonly<Record<string, string>> = TEXTS

const ACTION_GROUPS: Readonly<Record<string, string>> = phrases({
  'user.': 'Users',
  'plan.': 'Plans',
  'session.': 'Sessions',
  'login.': 'Failed logins',
  'limit.': 'Rate limits',
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
