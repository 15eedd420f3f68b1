import { type ElementProps, Popover, Tooltip, UnstyledButton } from '@mantine/core'
import { type FocusEvent, type ReactNode, type Ref, useRef } from 'react'
import classes from './dock-tool.module.css'
import { useCommand } from './hooks/use-command.js'
import { useTouchInput } from './hooks/use-touch-input.js'

export interface DockToolProps extends ElementProps<'button'> {
  readonly caption: string
  readonly children: ReactNode
  readonly label?: string
  readonly tooltip?: string
  readonly on?: boolean | undefined
  /** Whether the button is white on red, for example while recording. */
  readonly red?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

export function DockTool({ caption, children, label, tooltip, on, red, ...props }: DockToolProps) {
  const button = (
    <UnstyledButton
      {...props}
      className={classes.tool}
      aria-label={label ?? caption}
      aria-pressed={on}
      data-on={on || undefined}
      data-red={red || undefined}
    >
      <span className={classes.icon}>{children}</span>
      <span className={classes.caption}>{caption}</span>
    </UnstyledButton>
  )
  return tooltip === undefined ? button : <Tooltip label={tooltip}>{button}</Tooltip>
}

interface CommandToolProps extends Pick<DockToolProps, 'caption' | 'children' | 'on'> {
  readonly command: string
  /** Text appended to the tooltip. */
  readonly hint?: string
}

export function CommandTool({ command: id, hint, ...props }: CommandToolProps) {
  const { title, keys, run } = useCommand(id)
  const tooltip = [title, ...keys, ...(hint ? [hint] : [])].join(' · ')
  return <DockTool {...props} label={title} tooltip={tooltip} onClick={() => run()} />
}

/** Keeps the popover on screen in a short window, even if it covers its button. */
const WITHIN_SCREEN = { shift: { crossAxis: true, padding: 8 } } as const

interface DockPopoverProps extends Pick<DockToolProps, 'caption' | 'label' | 'on'> {
  readonly icon: ReactNode
  readonly width: number
  readonly position?: 'top' | 'top-end'
  readonly children: ReactNode
}

export function DockPopover({ icon, width, position = 'top', children, ...tool }: DockPopoverProps) {
  const clicked = useRef(false)
  const isTouch = useTouchInput()
  // After Escape, the space bar must play the song instead of reopening the popover.
  const focused = ({ currentTarget, relatedTarget }: FocusEvent<HTMLButtonElement>) => {
    if (clicked.current && relatedTarget?.closest('[role=dialog]')) currentTarget.blur()
  }
  return (
    // Fixed like the transport bar. Otherwise the popover moves while the page scrolls, then jumps back.
    <Popover
      width={width}
      position={position}
      floatingStrategy="fixed"
      middlewares={WITHIN_SCREEN}
      shadow="md"
      trapFocus
      // A tap that closes the popover must not activate the element underneath.
      withOverlay={isTouch}
      overlayProps={{ backgroundOpacity: 0, zIndex: 299 }}
      {...(isTouch && { clickOutsideEvents: ['click'] })}
    >
      <Popover.Target>
        <DockTool
          {...tool}
          onPointerDown={() => {
            clicked.current = true
          }}
          onKeyDown={() => {
            clicked.current = false
          }}
          onFocus={focused}
        >
          {icon}
        </DockTool>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown}>{children}</Popover.Dropdown>
    </Popover>
  )
}
