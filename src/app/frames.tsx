import { Button, Center, Code, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { useNetwork, useWindowEvent } from '@mantine/hooks'
import { type ComponentProps, useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { disabledBehind } from '../core/kernel/plugin-state.js'
import { codeOf, messageOf } from '../core/platform/fretwork-error.js'
import { type ScreenFrames, useKernel, useStore, useText } from '../core/react/kernel-context.js'
import { ReportProblem } from '../core/react/refused.js'
import { EmptyPage, NotFound } from './not-found.js'

function Loading() {
  const { t } = useText()
  return (
    <Center mih="50dvh" role="status" aria-label={t('Loading')}>
      <Loader />
    </Center>
  )
}

export function Failed({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useText()
  const { online } = useNetwork()
  // Retry: the code may have failed to load while offline.
  useWindowEvent('online', retry)
  return (
    <Center mih="40dvh" p="md">
      <Stack align="center" gap="sm" role="alert" maw={480} ta="center">
        <Title order={2} size="h3">
          {online ? t('Something went wrong') : t('Not loaded yet')}
        </Title>
        <Text>
          {online
            ? t('Try again, or report the error below. The rest of Fretwork still works.')
            : t('You’re offline. This will load when you’re back online.')}
        </Text>
        {online && (
          <Code>
            {codeOf(error)}: {messageOf(error)}
          </Code>
        )}
        <Group gap="sm" justify="center">
          <Button onClick={retry}>{t('Try again')}</Button>
          {online && <ReportProblem />}
        </Group>
      </Stack>
    </Center>
  )
}

export const FRAMES: ScreenFrames = { Loading, Failed, Unavailable: PluginOff }

const HOME = '/fretboard'

function PluginOff({ plugin, needs = plugin, retry }: ComponentProps<ScreenFrames['Unavailable']>) {
  const { auth, commands, host } = useKernel()
  const { t, tm } = useText()
  const { pathname } = useLocation()
  const states = useStore(host.states)
  const loggedIn = useStore(auth.state, state => state.status === 'loggedIn')
  const off = disabledBehind(needs, states)
  useEffect(() => {
    if (!off) retry?.()
  }, [off, retry])
  if (!off) return retry ? null : <NotFound />

  const titleOf = (id: string) => tm(id, states[id]?.title ?? id)
  const names = { plugin: titleOf(plugin), other: titleOf(off.id) }
  return (
    <EmptyPage
      title={t('This page is disabled')}
      text={
        off.id === plugin
          ? t('It’s part of the “{{plugin}}” plugin, which is disabled.', names)
          : t('“{{plugin}}” requires “{{other}}”, which is disabled.', names)
      }
    >
      {loggedIn && (
        <>
          <Button onClick={() => commands.execute('core.enable-plugin', { plugin: off.id })}>
            {t('Enable “{{plugin}}”', { plugin: names.other })}
          </Button>
          <Button component={Link} to="/plugins" variant="default">
            {t('Open plugins')}
          </Button>
        </>
      )}
      {pathname !== HOME && host.isUsable('fretboard') && (
        <Button component={Link} to={HOME} variant="default">
          {t('Go to the fretboard')}
        </Button>
      )}
    </EmptyPage>
  )
}
