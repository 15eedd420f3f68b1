import { Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Hint } from '../../../core/react/looks.js'

interface CardProps {
  readonly title: string
  readonly note?: string
  readonly children: ReactNode
}

export function Card({ title, note, children }: CardProps) {
  return (
    <Stack component="section" className="fw-card" p={20} gap="md" aria-label={title}>
      <div>
        <Title order={2} size={18}>
          {title}
        </Title>
        {note !== undefined && <Hint>{note}</Hint>}
      </div>
      {children}
    </Stack>
  )
}
