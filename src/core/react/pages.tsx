import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useText } from './hooks/use-text.js'

/** The pages of a list that continues by cursor, the latest first. */
export function usePages() {
  const [cursors, setCursors] = useState<readonly string[]>([])
  const after = cursors.at(-1)
  return {
    query: after === undefined ? {} : { after },
    isFirst: cursors.length === 0,
    newer: () => setCursors(cursors.slice(0, -1)),
    older: (next: string) => setCursors([...cursors, next]),
  }
}

interface PagesProps {
  readonly pages: ReturnType<typeof usePages>
  readonly next: string | undefined
}

export function Pages({ pages: { isFirst, newer, older }, next }: PagesProps) {
  const { t } = useText()
  if (isFirst && next === undefined) return null
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" disabled={isFirst} onClick={newer}>
        {t('Newer')}
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={next === undefined}
        onClick={() => next !== undefined && older(next)}
      >
        {t('Older')}
      </Button>
    </Group>
  )
}
