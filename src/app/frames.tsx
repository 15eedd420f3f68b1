import { Button, Center, Code, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { useNetwork, useWindowEvent } from '@mantine/hooks'
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { routesOf } from '../core/kernel/contributions.js'
import type { PluginState } from '../core/kernel/plugin-state.js'
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
  // The code may have failed to load while offline.
  useWindowEvent('online', retry)
  return (
    <Center mih="40dvh" p="md">
      <Stack align="center" gap="sm" role="alert" maw={480} ta="center">
        <Title order={2} size="h3">
          {online ? t('Something went wrong') : t('Not loaded yet')}
        </Title>
        <Text>
          {online
            ? t('Try again, or report the line below. The rest of Fretwork still works.')
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
const PLUGINS = '/plugins'

function PluginOff({ plugin }: { plugin: string }) {
  const { auth, host } = useKernel()
  const { t, tm } = useText()
  const { pathname } = useLocation()
  const states = useStore(host.states)
  const loggedIn = useStore(auth.state, state => state.status === 'loggedIn')
  const off = behind(plugin, states)
  if (!off) return <NotFound />

  const titleOf = (id: string) => tm(id, states[id]?.title ?? id)
  const names = { plugin: titleOf(plugin), other: titleOf(off.id) }
  const leadsTo = (path: string) =>
    path !== pathname &&
    routesOf(host.manifests).some(route => route.path === path && host.isUsable(route.plugin))
  return (
    <EmptyPage
      title={t('This page is disabled')}
      text={
        off.id === plugin
          ? t('It’s part of the plugin “{{plugin}}”, which is disabled.', names)
          : t('“{{plugin}}” requires “{{other}}”, which is disabled.', names)
      }
    >
      {loggedIn && <SwitchOn id={off.id} title={names.other} />}
      {loggedIn && leadsTo(PLUGINS) && (
        <Button component={Link} to={PLUGINS} variant="default">
          {t('Open plugins')}
        </Button>
      )}
      {leadsTo(HOME) && (
        <Button component={Link} to={HOME} variant="default">
          {t('Go to the fretboard')}
        </Button>
      )}
    </EmptyPage>
  )
}

function SwitchOn({ id, title }: { id: string; title: string }) {
  const { host } = useKernel()
  const { t } = useText()
  const [busy, setBusy] = useState(false)
  const switchOn = () => {
    setBusy(true)
    // The plugin's state and a notice report errors.
    host
      .enable(id)
      .catch(() => undefined)
      .finally(() => setBusy(false))
  }
  return (
    <Button loading={busy} onClick={switchOn}>
      {t('Enable “{{plugin}}”', { plugin: title })}
    </Button>
  )
}

/** Returns the disabled plugin: the given one, or the one that blocks it. */
function behind(plugin: string, states: Readonly<Record<string, PluginState>>): PluginState | undefined {
  let state = states[plugin]
  // The counter prevents endless loops.
  for (let steps = Object.keys(states).length; state && state.status !== 'disabled'; steps--) {
    if (state.by === undefined || steps === 0) return undefined
    state = states[state.by]
  }
  return state
}
