import { ActionIcon, type ActionIconProps, Button, Text, Title } from '@mantine/core'
import type { IconPencil } from '@tabler/icons-react'
import type { ComponentProps } from 'react'

/** Secondary button, next to a primary button or for rare actions. */
export const SecondaryButton = Button.withProps({ variant: 'default' })

/** Short secondary text: an explanation, a fact or an empty list. */
export const Hint = Text.withProps({ size: 'sm', c: 'dimmed' })

/** User-written text with line breaks preserved. */
export const UserText = Text.withProps({ style: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } })

export const SectionTitle = Title.withProps({ order: 2, size: 16 })

interface IconButtonProps extends ActionIconProps, Omit<ComponentProps<'button'>, keyof ActionIconProps> {
  readonly icon: typeof IconPencil
  readonly label: string
}

export function IconButton({ icon: Icon, label, ...props }: IconButtonProps) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} {...props}>
      <Icon size={16} stroke={1.7} aria-hidden />
    </ActionIcon>
  )
}
