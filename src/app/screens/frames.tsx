import { Button, Center, Code, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { useNetwork, useWindowEvent } from '@mantine/hooks'
import { codeOf, messageOf } from '../../core/platform/fretwork-error.js'
import { useText } from '../../core/react/hooks/use-text.js'
import type { ScreenFrames } from '../../core/react/kernel-context.js'
import { ReportProblem } from '../../core/react/refused.js'
import { PluginOff } from './plugin-off.js'

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
  // Offline, the part was not on this device yet.
  useWindowEvent('online', retry)
  return (
    <Center mih="40dvh" p="md">
      <Stack align="center" gap="sm" role="alert" maw={480} ta="center">
        <Title order={2} size="h3">
          {online ? t('Something went wrong') : t('Not loaded yet')}
        </Title>
        <Text>
          {online
            ? t(
                'The rest of Fretwork still works. Try again. If the problem persists, report the line below.',
              )
            : t('You’re offline. This loads as soon as you’re back online.')}
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
