/** Icon button and menu item that run a command. */
import { ActionIcon, type ActionIconProps, Menu, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import { useCommand } from './hooks/use-command.js'

interface CommandIconProps extends ActionIconProps {
  readonly command: string
  readonly 'aria-pressed'?: boolean
  /** The icon. */
  readonly children: ReactNode
}

/** Named by the command's title; the tooltip also shows its keys. */
export function CommandIcon({ command: id, ...props }: CommandIconProps) {
  const { title, keys, run } = useCommand(id)
  return (
    <Tooltip label={[title, ...keys].join(' · ')}>
      <ActionIcon variant="default" size={30} {...props} aria-label={title} onClick={() => run()} />
    </Tooltip>
  )
}

export function CommandItem({ command: id, icon }: { readonly command: string; readonly icon?: ReactNode }) {
  const { title, keys, run } = useCommand(id)
  return (
    <Menu.Item leftSection={icon} rightSection={keys[0]} onClick={() => run()}>
      {title}
    </Menu.Item>
  )
}
