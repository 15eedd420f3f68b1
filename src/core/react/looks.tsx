/** Mantine components in the looks that screens use most. */
import { ActionIcon, type ActionIconProps, Button, Text, Title } from '@mantine/core'
import type { IconPencil } from '@tabler/icons-react'
import type { ComponentProps } from 'react'

/** A button next to a more important one, or for something that is rarely needed. */
export const SecondaryButton = Button.withProps({ variant: 'default' })

/** A short sentence in the background: an explanation, a fact, an empty list. */
export const Hint = Text.withProps({ size: 'sm', c: 'dimmed' })

/** Text by users, with its line breaks. */
export const UserText = Text.withProps({ style: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } })

/** The heading of a part of a page. */
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
