/** What could not be fetched and why, and trying it again: by the button, or by itself once there is a connection. */
import { Alert, Button, Stack, Text } from '@mantine/core'
import { useNetwork, useWindowEvent } from '@mantine/hooks'
import { useText } from '../../../core/react/use-text.js'
import { reasonOf } from '../link-news.js'

export function Refused({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { t, tm } = useText()
  const { online } = useNetwork()
  const { source, message, values } = reasonOf(error)
  useWindowEvent('online', onRetry)
  return (
    <Alert
      color={online ? 'red' : 'gray'}
      title={online ? t('That could not be fetched') : t('You are offline')}
      role="alert"
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {online
            ? tm(source, message, values)
            : t('People are at the server. They are fetched as soon as the connection is back.')}
        </Text>
        <Button size="xs" variant="default" onClick={onRetry}>
          {t('Try again')}
        </Button>
      </Stack>
    </Alert>
  )
}
