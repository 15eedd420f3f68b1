/** The quiet word in front of a choice, inside its field. */
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

export function InlineLabel({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed" aria-hidden="true" style={{ pointerEvents: 'none' }}>
      {children}
    </Text>
  )
}
