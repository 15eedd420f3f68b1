/** A tool of the docked transport that opens what it has to set above itself. */
import { Popover } from '@mantine/core'
import type { ReactNode } from 'react'
import { DockTool, type DockToolProps } from './dock-tool.js'

interface DockPopoverProps extends Pick<DockToolProps, 'caption' | 'label'> {
  /** An icon, or a short value such as `80 %`. */
  readonly icon: ReactNode
  /** In CSS pixels. */
  readonly width: number
  readonly position?: 'top' | 'top-end'
  readonly children: ReactNode
}

export function DockPopover({ icon, width, position = 'top', children, ...tool }: DockPopoverProps) {
  return (
    // Fixed as the dock is: otherwise it moves with a page that scrolls, and then jumps back.
    <Popover width={width} position={position} floatingStrategy="fixed" shadow="md" trapFocus>
      <Popover.Target>
        <DockTool {...tool}>{icon}</DockTool>
      </Popover.Target>
      <Popover.Dropdown>{children}</Popover.Dropdown>
    </Popover>
  )
}
