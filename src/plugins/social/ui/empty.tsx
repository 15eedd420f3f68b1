/** A list with nobody in it: why that is so, and what can be done. */
import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './people.module.css'

interface EmptyProps {
  readonly title: string
  readonly children: ReactNode
  /** Buttons and links that lead on. */
  readonly ways?: ReactNode
}

export function Empty({ title, children, ways }: EmptyProps) {
  return (
    <Stack className={classes.empty} gap="xs" role="status">
      <Text fw={600}>{title}</Text>
      <Text c="dimmed" size="sm">
        {children}
      </Text>
      {ways}
    </Stack>
  )
}
