import { Button, Group, Switch, Text, Title } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useCallback, useEffect } from 'react'
import { GO_TO } from '../../../core/events/app-events.js'
import { EVENTS, SETTINGS } from '../../../core/kernel/tokens.js'
import { useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { SecondaryButton } from '../../../core/react/looks.js'
import { REPLAY_BRIDGE } from '../replay/bridge.js'
import { replaySettings } from '../settings.js'

export default function BridgePage() {
  const bridge = useService(REPLAY_BRIDGE)
  const events = useService(EVENTS)
  const settings = useService(SETTINGS).store(replaySettings)
  const { unattended } = useStore(settings)
  const { state, port } = useStore(bridge.view)
  const { t } = useText()

  const take = useCallback(() => {
    // Keeps the token out of the browser history.
    if (bridge.offer(location.hash)) history.replaceState(history.state, '', location.pathname)
  }, [bridge])
  useEffect(take, [take])
  useWindowEvent('hashchange', take)
  useEffect(() => {
    if (state === 'open') events.emit(GO_TO, { path: '/fretboard' })
  }, [events, state])

  return (
    <div style={{ maxWidth: '36rem', margin: '0 auto', padding: 'var(--mantine-spacing-lg)' }}>
      <Title order={1} size="h3">
        {state === 'offered' ? t('Allow a replay?') : t('Replay')}
      </Title>
      {state === 'offered' && (
        <>
          <Text mt="sm">
            {t(
              'A command-line program on this computer (port {{port}}) wants to play through the “Replay” MIDI input. Allow this only if you started it.',
              { port: port ?? 0 },
            )}
          </Text>
          <Group mt="md">
            <Button onClick={() => void bridge.allow()}>{t('Allow')}</Button>
            <SecondaryButton onClick={() => bridge.close()}>{t('Deny')}</SecondaryButton>
          </Group>
        </>
      )}
      {state === 'opening' && (
        <Text mt="sm" role="status">
          {t('Connecting…')}
        </Text>
      )}
      {(state === 'closed' || state === 'ended') && (
        <Text mt="sm">{t('No replay yet. Run “fretwork replay --app” and open the one-time link.')}</Text>
      )}
      {state === 'failed' && (
        <Text mt="sm" role="alert">
          {t('Can’t reach the replay. Start it again and open the new link.')}
        </Text>
      )}
      <Switch
        mt="lg"
        label={t('Allow command-line playback without asking')}
        description={t(
          'Links from “fretwork replay --app” play as soon as you open them, no matter which program created them.',
        )}
        checked={unattended}
        onChange={event => settings.change({ unattended: event.currentTarget.checked })}
      />
      {state !== 'offered' && state !== 'opening' && (
        <SecondaryButton mt="md" onClick={() => events.emit(GO_TO, { path: '/fretboard' })}>
          {t('Go to the fretboard')}
        </SecondaryButton>
      )}
    </div>
  )
}
