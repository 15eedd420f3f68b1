/** What could not be fetched, in one sentence, and trying it again. */
import { Alert, Button, Stack, Text } from '@mantine/core'
import { useText } from '../../../core/react/use-text.js'
import { refusalOf } from '../refusals.js'

export function Refused({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { t } = useText()
  return (
    <Alert color="red" title={t('That could not be fetched')} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          <Refusal error={error} />
        </Text>
        <Button size="xs" variant="default" onClick={onRetry}>
          {t('Try again')}
        </Button>
      </Stack>
    </Alert>
  )
}

export function Refusal({ error }: { readonly error: unknown }) {
  const { tm } = useText()
  const { source, message, values } = refusalOf(error)
  return tm(source, message, values)
}
