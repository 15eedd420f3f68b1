/** The drawers of the current route, one below the other. */
import { Box, Title } from '@mantine/core'
import type { Owned } from '../../core/kernel/contributions.js'
import type { DrawerContribution } from '../../core/kernel/plugin.js'
import { PluginScreen } from '../../core/react/plugin-screen.js'
import { useText } from '../../core/react/use-text.js'
import classes from './layout.module.css'

export default function RightDrawers({ drawers }: { drawers: readonly Owned<DrawerContribution>[] }) {
  const { tm } = useText()
  return drawers.map(drawer => (
    <Box
      component="section"
      key={drawer.id}
      className={classes.drawer}
      aria-labelledby={`drawer-${drawer.id}`}
    >
      <Title order={2} className={classes.drawerTitle} id={`drawer-${drawer.id}`}>
        {tm(drawer.plugin, drawer.title)}
      </Title>
      <PluginScreen plugin={drawer.plugin} screen={drawer.screen} />
    </Box>
  ))
}
