import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useCallback, useState } from 'react'
import { shareFeed } from '../../../core/api/sharing.js'
import { useAnswer } from '../../../core/react/hooks/use-answer.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../core/react/kernel-context.js'
import { Refused } from '../../../core/react/refused.js'
import { refusalText } from '../sentences.js'
import { AwaitedShares, SharedRows } from './shared-rows.js'

export default function Feed() {
  const { t } = useText()
  const { api } = useKernel()
  const [page, setPage] = useState(1)
  const ask = useCallback(
    (signal: AbortSignal) => api.call(shareFeed, { query: { page } }, { signal }),
    [api, page],
  )
  const { value, error, busy, reload } = useAnswer(ask)
  const label = t('Shared with you')
  return (
    <Stack component="section" gap="xs" aria-label={label}>
      <Title order={2} size={16}>
        {label}
      </Title>
      {error !== undefined && <Refused error={error} words={refusalText} onRetry={reload} />}
      {!value && busy && <AwaitedShares />}
      {value?.items.length === 0 && page === 1 && (
        <Text size="sm" c="dimmed">
          {t('Nothing yet. What the people you follow share appears here.')}
        </Text>
      )}
      {value && value.items.length > 0 && <SharedRows label={label} items={value.items} named />}
      <Pages page={page} more={value?.more ?? false} onPage={setPage} />
    </Stack>
  )
}

interface PagesProps {
  readonly page: number
  readonly more: boolean
  readonly onPage: (page: number) => void
}

export function Pages({ page, more, onPage }: PagesProps) {
  const { t } = useText()
  if (page === 1 && !more) return null
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" disabled={page === 1} onClick={() => onPage(page - 1)}>
        {t('Newer')}
      </Button>
      <Button size="xs" variant="default" disabled={!more} onClick={() => onPage(page + 1)}>
        {t('Older')}
      </Button>
    </Group>
  )
}
