/** A tool of the docked transport: an icon or a value, with its name below. */
import { type ElementProps, Tooltip, UnstyledButton } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { useCommand } from '../hooks/use-command.js'
import classes from './dock-tool.module.css'

export interface DockToolProps extends ElementProps<'button'> {
  /** A word or two; on screen below the icon. */
  readonly caption: string
  /** The icon, or a short value such as `80 %`. */
  readonly children: ReactNode
  /** What it does, where the caption alone does not say it. */
  readonly label?: string
  /** With its keys. */
  readonly tooltip?: string
  /** Whether it is on, for a switch. */
  readonly on?: boolean | undefined
  readonly ref?: Ref<HTMLButtonElement>
}

/** @example const tool = <DockTool caption="Wait" onClick={toggle}><IconEar size={20} /></DockTool> */
export function DockTool({ caption, children, label, tooltip, on, ...props }: DockToolProps) {
  const button = (
    <UnstyledButton
      {...props}
      className={classes.tool}
      aria-label={label ?? caption}
      aria-pressed={on}
      data-on={on || undefined}
    >
      <span className={classes.icon}>{children}</span>
      <span className={classes.caption}>{caption}</span>
    </UnstyledButton>
  )
  return tooltip === undefined ? button : <Tooltip label={tooltip}>{button}</Tooltip>
}

interface CommandToolProps extends Pick<DockToolProps, 'caption' | 'children' | 'on'> {
  readonly command: string
}

/** Runs a command: its title is the tool's name, its keys are in the tooltip. */
export function CommandTool({ command: id, ...props }: CommandToolProps) {
  const { title, keys, run } = useCommand(id)
  return <DockTool {...props} label={title} tooltip={[title, ...keys].join(' · ')} onClick={() => run()} />
}
