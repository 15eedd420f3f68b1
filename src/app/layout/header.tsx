import { Box, Button, Group, Text } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import type { Owned } from '../../core/kernel/extensions/contributions.js'
import type { RouteContribution } from '../../core/kernel/manifest/plugin.js'
import { useCommand } from '../../core/react/hooks/use-command.js'
import { useStore } from '../../core/react/hooks/use-store.js'
import { useText } from '../../core/react/hooks/use-text.js'
import { useKernel } from '../../core/react/kernel-context.js'
import classes from './layout.module.css'

const inside = () => import('./inside.js')
const DrawerToggle = lazy(async () => ({ default: (await inside()).DrawerToggle }))
const HeaderParts = lazy(async () => ({ default: (await inside()).HeaderParts }))
const UserMenu = lazy(async () => ({ default: (await inside()).UserMenu }))

interface HeaderProps {
  readonly route: Owned<RouteContribution> | undefined
  readonly inside: boolean
  readonly hasRight: boolean
  readonly onLeft: () => void
  readonly onRight: () => void
}

export function Header({ route, inside, hasRight, onLeft, onRight }: HeaderProps) {
  const { auth, tenant } = useKernel()
  const { tm } = useText()
  const name = useStore(tenant.store, card => card.name)
  const loggedIn = useStore(auth.state, state => state.status === 'loggedIn')
  return (
    <Group h="100%" px="md" gap="sm" wrap="nowrap">
      {inside && (
        <Suspense fallback={<Box w={28} />}>
          <DrawerToggle side="left" onClick={onLeft} />
        </Suspense>
      )}
      <Link to={inside ? '/fretboard' : '/'} className={classes.brand}>
        <i aria-hidden />
        {name}
      </Link>
      {inside && route && (
        <Text c="dimmed" visibleFrom="sm" truncate>
          {tm(route.plugin, route.title)}
        </Text>
      )}
      <Group gap="sm" ml="auto" wrap="nowrap">
        <PaletteButton />
        <Suspense>
          {inside && hasRight && <DrawerToggle side="right" onClick={onRight} />}
          {loggedIn && <HeaderParts />}
          {loggedIn && <UserMenu />}
        </Suspense>
      </Group>
    </Group>
  )
}

function PaletteButton() {
  const { platform } = useKernel()
  const palette = useCommand('app.open-palette')
  return (
    <Button
      variant="default"
      className={classes.search}
      onClick={() => palette.run()}
      leftSection={<IconSearch size={15} stroke={1.7} aria-hidden />}
      rightSection={palette.keys[0] && <kbd className="fw-key">{palette.keys[0]}</kbd>}
      aria-label={palette.title}
      aria-keyshortcuts={platform.mac ? 'Meta+K' : 'Control+K'}
    >
      <span className={classes.searchText}>{palette.title}</span>
    </Button>
  )
}
