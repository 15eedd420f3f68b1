/** What could not be loaded and why; retries by the button, and automatically when back online. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useNetwork, useWindowEvent } from '@mantine/hooks'
import type { RefusalWords } from '../http/error-sentences.js'
import { focusMain } from './focus-main.js'
import { useText } from './hooks/use-text.js'
import { ReportProblem } from './report-problem.js'

interface RefusedProps {
  readonly error: unknown
  /** How the plugin says it: `refusalWords('my-plugin', SENTENCES)`. */
  readonly words: RefusalWords
  /** Fetches it again. */
  readonly onRetry: () => void
}

export function Refused({ error, words, onRetry }: RefusedProps) {
  const { t, tm } = useText()
  const { online } = useNetwork()
  const { source, message, values } = words(error)
  useWindowEvent('online', onRetry)
  const retry = () => {
    // This button goes with the answer; the focus is not to go with it.
    focusMain()
    onRetry()
  }
  return (
    <Alert
      color={online ? 'red' : 'gray'}
      title={online ? t('Couldn’t load this') : t('You’re offline')}
      role="alert"
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {online ? tm(source, message, values) : t('It will load when you’re back online.')}
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={retry}>
            {t('Try again')}
          </Button>
          {online && <ReportProblem size="xs" />}
        </Group>
      </Stack>
    </Alert>
  )
}
