import { Popover } from '@mantine/core'
import type { ReactNode } from 'react'
import { DockTool, type DockToolProps } from './dock-tool.js'

interface DockPopoverProps extends Pick<DockToolProps, 'caption' | 'label'> {
  readonly icon: ReactNode
  readonly width: number
  readonly position?: 'top' | 'top-end'
  readonly children: ReactNode
}

export function DockPopover({ icon, width, position = 'top', children, ...tool }: DockPopoverProps) {
  return (
    // Like the dock: otherwise it moves with a scrolling page, then jumps back.
    <Popover width={width} position={position} floatingStrategy="fixed" shadow="md" trapFocus>
      <Popover.Target>
        <DockTool {...tool}>{icon}</DockTool>
      </Popover.Target>
      <Popover.Dropdown>{children}</Popover.Dropdown>
    </Popover>
  )
}
