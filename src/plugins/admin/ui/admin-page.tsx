import { Button, Group, Stack, Tabs, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { isAdmin } from '../../../core/auth/claims.js'
import { GO_TO } from '../../../core/events/app-events.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../core/react/kernel-context.js'
import layout from '../../../core/react/list-page.module.css'
import { REQUESTED_VIEW } from '../internal-tokens.js'
import { AuditTab } from './audit-tab.js'
import { ReportsTab } from './reports-tab.js'
import { UsersTab } from './users-tab.js'

export default function AdminPage() {
  const { auth } = useKernel()
  const { t } = useText()
  // The server checks every call; this only avoids a page of errors.
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
