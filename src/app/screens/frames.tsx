/** What stands where a screen is not there yet, failed, or belongs to a plugin that is off. */
import { Button, Center, Code, Loader, Stack, Text, Title } from '@mantine/core'
import { codeOf, messageOf } from '../../core/platform/fretwork-error.js'
import type { ScreenFrames } from '../../core/react/kernel-context.js'
import { useText } from '../../core/react/use-text.js'
import { NotFound } from './not-found.js'

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
  return (
    <Center mih="40dvh" p="md">
      <Stack align="center" gap="sm" role="alert" maw={480} ta="center">
        <Title order={2} size="h3">
          {t('This part did not work')}
        </Title>
        <Text>
          {t('The rest of Fretwork goes on. Try it again; if it stays like this, report the line below.')}
        </Text>
        <Code>
          {codeOf(error)}: {messageOf(error)}
        </Code>
        <Button onClick={retry}>{t('Try again')}</Button>
      </Stack>
    </Center>
  )
}

export const FRAMES: ScreenFrames = { Loading, Failed, Unavailable: NotFound }
