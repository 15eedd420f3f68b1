/** The drawers of the current route on one side, one below the other. Each can be folded to its title. */
import { Box, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useStore } from '../../core/react/hooks/use-store.js'
import { useText } from '../../core/react/hooks/use-text.js'
import { useKernel } from '../../core/react/kernel-context.js'
import { PluginScreen } from '../../core/react/plugin-screen.js'
import { layoutSettings } from '../../core/settings/core-settings.js'
import classes from './layout.module.css'
import type { Drawers } from './use-drawers.js'

export interface SideDrawersProps {
  readonly drawers: Drawers
  /** The requested drawer, which scrolls into view. */
  readonly shown?: { readonly drawer: string } | undefined
}

export default function SideDrawers({ drawers, shown }: SideDrawersProps) {
  const { tm } = useText()
  const layout = useKernel().settings.store(layoutSettings)
  const folded = useStore(layout, state => state.foldedDrawers)
  useEffect(() => {
    if (shown) document.getElementById(`drawer-${shown.drawer}`)?.scrollIntoView()
  }, [shown])
  const toggle = (id: string) =>
    layout.change({
      foldedDrawers: folded.includes(id) ? folded.filter(each => each !== id) : [...folded, id],
    })
  return drawers.map(({ id, plugin, title, screen }) => {
    const isOpen = !folded.includes(id)
    return (
      <Box component="section" key={id} className={classes.drawer} aria-labelledby={`drawer-${id}`}>
        <Box component="h2" m={0} id={`drawer-${id}`}>
          <UnstyledButton className={classes.drawerTitle} aria-expanded={isOpen} onClick={() => toggle(id)}>
            <IconChevronDown size={16} aria-hidden />
            {tm(plugin, title)}
          </UnstyledButton>
        </Box>
        {isOpen && (
          <div className={classes.drawerContent}>
            <PluginScreen plugin={plugin} screen={screen} />
          </div>
        )}
      </Box>
    )
  })
}
