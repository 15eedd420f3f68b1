/** The drawers of the current route on one side, one below the other. */
import { Box, Title } from '@mantine/core'
import { useEffect } from 'react'
import type { Owned } from '../../core/kernel/extensions/contributions.js'
import type { DrawerContribution } from '../../core/kernel/manifest/plugin.js'
import { useText } from '../../core/react/hooks/use-text.js'
import { PluginScreen } from '../../core/react/plugin-screen.js'
import classes from './layout.module.css'

export interface SideDrawersProps {
  readonly drawers: readonly Owned<DrawerContribution>[]
  /** The requested drawer, which scrolls into view. */
  readonly shown?: { readonly drawer: string } | undefined
}

export default function SideDrawers({ drawers, shown }: SideDrawersProps) {
  const { tm } = useText()
  useEffect(() => {
    if (shown) document.getElementById(`drawer-${shown.drawer}`)?.scrollIntoView()
  }, [shown])
  return drawers.map(drawer => (
    <Box
      component="section"
      key={drawer.id}
      className={classes.drawer}
      aria-labelledby={`drawer-${drawer.id}`}
    >
      <Title order={2} fz={13} mb={10} id={`drawer-${drawer.id}`}>
        {tm(drawer.plugin, drawer.title)}
      </Title>
      <PluginScreen plugin={drawer.plugin} screen={drawer.screen} />
    </Box>
  ))
}
