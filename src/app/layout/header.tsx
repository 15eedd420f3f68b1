/** The header: the tenant's name, where one is, the way into the palette, and the user. */
import { ActionIcon, Avatar, Button, Group, Menu, Text, Tooltip, UnstyledButton } from '@mantine/core'
import { IconLayoutSidebar, IconLayoutSidebarRight, IconSearch } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { bindingLabels } from '../../core/commands/keys.js'
import type { Owned } from '../../core/kernel/contributions.js'
import type { RouteContribution } from '../../core/kernel/plugin.js'
import { useKernel } from '../../core/react/kernel-context.js'
import { useCommand } from '../../core/react/use-command.js'
import { useStore } from '../../core/react/use-store.js'
import { useText } from '../../core/react/use-text.js'
import { isMac } from '../platform/is-mac.js'
import classes from './layout.module.css'

interface HeaderProps {
  readonly route: Owned<RouteContribution> | undefined
  readonly inside: boolean
  readonly hasRight: boolean
  readonly onLeft: () => void
  readonly onRight: () => void
}

export function Header({ route, inside, hasRight, onLeft, onRight }: HeaderProps) {
  const { tenant } = useKernel()
  const { t, tm } = useText()
  const name = useStore(tenant.store, card => card.name)
  return (
    <Group h="100%" px="md" gap="sm" wrap="nowrap">
      {inside && (
        <Tooltip label={t('Show or hide the navigation')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            onClick={onLeft}
            aria-label={t('Show or hide the navigation')}
          >
            <IconLayoutSidebar size={18} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
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
        {inside && hasRight && (
          <Tooltip label={t('Show or hide the right drawers')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              onClick={onRight}
              aria-label={t('Show or hide the right drawers')}
            >
              <IconLayoutSidebarRight size={18} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
        )}
        <UserMenu />
      </Group>
    </Group>
  )
}

function PaletteButton() {
  const palette = useCommand('app.open-palette')
  const keys = bindingLabels('$mod+k', isMac()).join(' ')
  return (
    <Button
      variant="default"
      className={classes.search}
      onClick={() => palette.run()}
      leftSection={<IconSearch size={15} stroke={1.7} aria-hidden />}
      rightSection={<kbd className="fw-key">{keys}</kbd>}
      aria-label={palette.title}
      aria-keyshortcuts={isMac() ? 'Meta+K' : 'Control+K'}
    >
      <span className={classes.searchText}>{palette.title}</span>
    </Button>
  )
}

function UserMenu() {
  const { auth } = useKernel()
  const { t } = useText()
  const session = useStore(auth.state)
  const logOut = useCommand('core.log-out')
  const schemes = [
    useCommand('core.use-system-scheme'),
    useCommand('core.use-light-scheme'),
    useCommand('core.use-dark-scheme'),
  ]
  if (session.status !== 'loggedIn') return null
  const name = session.user?.name ?? ''
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <UnstyledButton
          aria-label={name ? t('Account of {{name}}', { name }) : t('Account')}
          className={classes.avatar}
        >
          <Avatar
            name={name || undefined}
            size={30}
            radius="xl"
            classNames={{ placeholder: classes.initials }}
          />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {name && (
          <Menu.Label>
            {name}
            <br />
            {session.user?.email}
          </Menu.Label>
        )}
        {schemes.map(scheme => (
          <Menu.Item key={scheme.title} onClick={() => scheme.run()}>
            {scheme.title}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => logOut.run()}>{logOut.title}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
