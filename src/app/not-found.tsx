import { Button, Center, Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { PALETTE } from '../core/events/app-events.js'
import { useKernel, useStore, useText } from '../core/react/kernel-context.js'

export function NotFound() {
  const { t } = useText()
  const { auth, commands, events, tenant } = useKernel()
  const { pathname } = useLocation()
  const loggedIn = useStore(auth.state, state => state.status === 'loggedIn')
  const title = `${t('Page not found')} · ${tenant.current.name}`

  useEffect(() => {
    document.title = title
    commands.setContext('route', undefined)
  }, [title, commands])

  return (
    <EmptyPage
      title={t('No note at this fret')}
      text={t('There’s no page at {{path}}. Check the address, or continue here:', { path: pathname })}
    >
      <Button component={Link} to={loggedIn ? '/fretboard' : '/login'}>
        {loggedIn ? t('Go to the fretboard') : t('Go to login')}
      </Button>
      <Button variant="default" onClick={() => events.emit(PALETTE, { open: 'toggle' })}>
        {t('Search commands')}
      </Button>
    </EmptyPage>
  )
}

export function EmptyPage({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Center mih="60dvh" p="md">
      <Stack align="center" gap="md" maw={460} ta="center">
        <MutedString />
        <Title order={1} size="h2">
          {title}
        </Title>
        <Text c="dimmed">{text}</Text>
        <Group justify="center">{children}</Group>
      </Stack>
    </Center>
  )
}

function MutedString() {
  return (
    <svg width="168" height="96" viewBox="0 0 168 96" aria-hidden="true">
      {[0, 1, 2, 3, 4, 5].map(string => (
        <line
          key={string}
          x1="20"
          x2="164"
          y1={10 + string * 15}
          y2={10 + string * 15}
          stroke="var(--fw-dim)"
          strokeWidth={1 + string * 0.4}
          opacity={string === 2 ? 0.25 : 0.8}
        />
      ))}
      {[58, 98, 134].map(x => (
        <line key={x} x1={x} x2={x} y1="8" y2="87" stroke="var(--fw-line)" strokeWidth="2" />
      ))}
      <path d="M4 34l12 12m0-12L4 46" stroke="var(--fw-accent)" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  )
}
