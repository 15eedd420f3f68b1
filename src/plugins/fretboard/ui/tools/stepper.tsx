import { Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { CommandIcon } from '../../../../core/react/command-button.js'

interface StepperProps {
  readonly previous: string
  readonly next: string
  readonly children: string
}

export function Stepper({ previous, next, children }: StepperProps) {
  return (
    <Group gap={4} wrap="nowrap">
      <CommandIcon command={previous} size={32}>
        <IconChevronLeft size={18} />
      </CommandIcon>
      <Text size="sm" role="status" miw={72} ta="center" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {children}
      </Text>
      <CommandIcon command={next} size={32}>
        <IconChevronRight size={18} />
      </CommandIcon>
    </Group>
  )
}
