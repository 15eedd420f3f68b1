import {
  ActionIcon,
  type ActionIconProps,
  Button,
  type ButtonProps,
  Menu,
  Tooltip,
  type TooltipProps,
} from '@mantine/core'
import type { ReactNode } from 'react'
import { LEVELS } from '../contract/claims.js'
import { useCommand } from './hooks/use-command.js'
import { useText } from './kernel-context.js'

interface Commanded {
  readonly command: string
}

export function CommandButton({ command: id, ...props }: Commanded & ButtonProps) {
  const { title, offered, run } = useCommand(id)
  if (!offered) return null
  return (
    <Button {...props} onClick={() => run()}>
      {title}
    </Button>
  )
}

interface CommandIconProps extends Commanded, ActionIconProps {
  readonly on?: boolean
  readonly label?: string
  readonly position?: TooltipProps['position']
  readonly children: ReactNode
}

export function CommandIcon({ command: id, on, label, position = 'top', ...props }: CommandIconProps) {
  const { title, keys, run } = useCommand(id)
  const name = label ?? title
  return (
    <Tooltip position={position} label={[name, ...keys].join(' · ')}>
      <ActionIcon
        variant={on ? 'light' : 'default'}
        {...(on !== undefined && { color: 'accent', 'aria-pressed': on })}
        size={30}
        {...props}
        aria-label={name}
        onClick={() => run()}
      />
    </Tooltip>
  )
}

export function CommandItem({ command: id, icon }: Commanded & { readonly icon?: ReactNode }) {
  const { title, offered, keys, plan, run } = useCommand(id)
  const { t, tm } = useText()
  if (!offered) return null
  const isAddOn = plan !== undefined && !LEVELS.some(level => tm('core', level) === plan)
  return (
    <Menu.Item
      leftSection={icon}
      rightSection={isAddOn ? t('Add-on') : (plan ?? keys[0])}
      onClick={() => run()}
    >
      {title}
    </Menu.Item>
  )
}
