/** One of many, and the way to the one before and after. */
import { ActionIcon, Group, Text, Tooltip } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import styles from './neck-tools.module.css'

export interface StepperProps {
  readonly previous: string
  readonly next: string
  /** What stands between: `3 of 959`. */
  readonly children: string
}

export function Stepper({ previous, next, children }: StepperProps) {
  return (
    <Group gap={4} wrap="nowrap">
      <Step command={previous} icon={<IconChevronLeft size={18} />} />
      <Text size="sm" role="status" className={styles.count}>
        {children}
      </Text>
      <Step command={next} icon={<IconChevronRight size={18} />} />
    </Group>
  )
}

function Step({ command: id, icon }: { command: string; icon: ReactNode }) {
  const command = useCommand(id)
  return (
    <Tooltip label={[command.title, ...command.keys].join(' · ')}>
      <ActionIcon variant="default" size={36} aria-label={command.title} onClick={() => command.run()}>
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}
