/** What could not be fetched, in one sentence, and trying it again. */
import { Alert, Button, Stack, Text } from '@mantine/core'
import { useText } from '../../../core/react/use-text.js'
import { refusalOf } from './admin-words.js'

export function Refused({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { t, tm } = useText()
  const { source, message, ...more } = refusalOf(error)
  return (
    <Alert color="red" title={t('That could not be fetched')} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{tm(source, message, 'values' in more ? more.values : undefined)}</Text>
        <Button size="xs" variant="default" onClick={onRetry}>
          {t('Try again')}
        </Button>
      </Stack>
    </Alert>
  )
}
