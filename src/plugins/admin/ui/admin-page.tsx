/** The administration: users and the audit log in two tabs; whoever has no business here is told so. */
import { Button, Group, Stack, Tabs, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { isAdmin } from '../../../core/auth/claims.js'
import { GO_TO } from '../../../core/events/app-events.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../core/react/kernel-context.js'
import { ADMIN_WISH } from '../tokens.js'
import classes from './admin.module.css'
import { AuditTab } from './audit-tab.js'
import { UsersTab } from './users-tab.js'

export default function AdminPage() {
  const { auth } = useKernel()
  const { t } = useText()
  // The server asks again with every call; this only spares others a page of refusals.
  const admitted = useStore(auth.state, ({ user }) => isAdmin(user?.claims))
  const [tab, setTab] = useState<string | null>('users')
  const [about, setAbout] = useState<string>()
  const wish = useService(ADMIN_WISH)
  const wished = useStore(wish, state => state.tab)
  useEffect(() => {
    if (wished === undefined) return
    wish.setState({ tab: undefined })
    if (wished === 'audit') setAbout(undefined)
    setTab(wished)
  }, [wish, wished])
  const show = (userId: string) => {
    setAbout(userId)
    setTab('audit')
  }

  if (!admitted) return <NothingHere />
  return (
    <Stack className={classes.page} gap="md">
      <Title order={1} size={22}>
        {t('Administration')}
      </Title>
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="users">{t('Users')}</Tabs.Tab>
          <Tabs.Tab value="audit">{t('Audit log')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="users">
          <UsersTab onShowEntries={show} />
        </Tabs.Panel>
        <Tabs.Panel value="audit">
          <AuditTab about={about} onEveryone={() => setAbout(undefined)} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}

function NothingHere() {
  const { events } = useKernel()
  const { t } = useText()
  return (
    <Stack className={classes.page} gap="md">
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
