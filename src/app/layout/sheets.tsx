import { Box, Drawer, NavLink, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useKernel, useNavigation, useStore, useText } from '../../core/react/kernel-context.js'
import { PluginScreen } from '../../core/react/plugin-screen.js'
import { layoutSettings } from '../../core/settings/core-settings.js'
import { iconNamed } from '../icons.js'
import classes from './layout.module.css'
import type { Drawers } from './use-drawers.js'

export function Navigation() {
  const { tm } = useText()
  const { pathname } = useLocation()
  const all = useNavigation().filter(({ unlisted }) => !unlisted)
  const items = all.filter(({ tabOf }) => !tabOf)
  const groups = [...new Set(items.map(item => item.group))]
  const [page] = all
    .filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    .sort((a, b) => b.path.length - a.path.length)
  const here = page?.tabOf ?? page?.path
  // The first plugin that uses a heading provides its translation.
  const heading = (group: string) => tm(items.find(item => item.group === group)?.plugin ?? 'app', group)

  return groups.map(group => (
    <Stack key={group ?? ''} gap={2}>
      {group && (
        <Text component="h2" px={12} pt={16} pb={4} c="dimmed" tt="uppercase" fz={11} fw={500} lts="0.08em">
          {heading(group)}
        </Text>
      )}
      {items
        .filter(item => item.group === group)
        .map(item => {
          const Icon = iconNamed(item.icon)
          return (
            <NavLink
              key={item.path}
              component={Link}
              to={item.path}
              active={item.path === here}
              aria-current={item.path === here ? 'page' : undefined}
              label={tm(item.plugin, item.title)}
              leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
              className={classes.link}
            />
          )
        })}
    </Stack>
  ))
}

interface SideDrawersProps {
  readonly drawers: Drawers
  readonly shown?: { readonly drawer: string } | undefined
}

export function SideDrawers({ drawers, shown }: SideDrawersProps) {
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
          <Box pt={4} pb={6}>
            <PluginScreen plugin={plugin} screen={screen} />
          </Box>
        )}
      </Box>
    )
  })
}

interface SheetsProps extends Pick<SideDrawersProps, 'shown'> {
  readonly open: 'left' | 'right' | undefined
  readonly side: 'right' | 'bottom'
  readonly left: Drawers
  readonly right: Drawers
  readonly onClose: () => void
}

export function Sheets({ open, side, left, right, shown, onClose }: SheetsProps) {
  const { t } = useText()
  const closeButtonProps = { 'aria-label': t('Close') }
  return (
    <>
      <Drawer
        opened={open === 'left'}
        onClose={onClose}
        title={t('Menu')}
        size={260}
        closeButtonProps={closeButtonProps}
      >
        <Navigation />
        <SideDrawers drawers={left} shown={shown} />
      </Drawer>
      <Drawer
        opened={open === 'right' && right.length > 0}
        onClose={onClose}
        position={side}
        size={side === 'right' ? 340 : '75%'}
        title={t('Panels')}
        closeButtonProps={closeButtonProps}
        styles={{ body: { padding: 0 } }}
      >
        <SideDrawers drawers={right} shown={shown} />
      </Drawer>
    </>
  )
}
