/** A label inside a field, in front of its value. */
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

export function InlineLabel({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed" aria-hidden="true" style={{ pointerEvents: 'none' }}>
      {children}
    </Text>
  )
}
