import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { shareFeed } from '../../../core/api/sharing.js'
import { useCall } from '../../../core/react/hooks/use-answer.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { Awaited, ListSection } from '../../../core/react/list-page.js'
import { refusalText } from '../sentences.js'
import { SharedRow } from './shared-row.js'

export default function Feed() {
  const { t } = useText()
  const [page, setPage] = useState(1)
  const answer = useCall(shareFeed, { query: { page } })
  return (
    <ListSection
      title={t('Shared with you')}
      rows={answer.value?.items.map(item => <SharedRow key={item.id} item={item} by={item.by.name} />)}
      empty={page === 1 ? t('Nothing yet. What the people you follow share appears here.') : undefined}
      foot={<Pages page={page} more={answer.value?.more ?? false} onPage={setPage} />}
    >
      <Awaited answer={answer} words={refusalText} />
    </ListSection>
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
