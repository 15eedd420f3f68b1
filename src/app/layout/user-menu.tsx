import { Menu, UnstyledButton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { useCommand } from '../../core/react/hooks/use-command.js'
import { useKernel, useNavigation, useStore, useText } from '../../core/react/kernel-context.js'
import { UserAvatar } from '../../core/react/user-avatar.js'
import { layoutSettings } from '../../core/settings/core-settings.js'
import { iconNamed } from '../icons.js'
import classes from './layout.module.css'

export function UserMenu() {
  const { auth, settings } = useKernel()
  const { t } = useText()
  const session = useStore(auth.state)
  const logOut = useCommand('core.log-out')
  const { colorScheme } = useStore(settings.store(layoutSettings))
  const schemes = [
    { scheme: 'auto', ...useCommand('core.use-system-scheme') },
    { scheme: 'light', ...useCommand('core.use-light-scheme') },
    { scheme: 'dark', ...useCommand('core.use-dark-scheme') },
  ]
  const { user } = session
  if (!user) return null
  const { name } = user
  return (
    <Menu position="bottom-end" width={260} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton
          aria-label={name ? t('{{name}}’s account', { name }) : t('Account')}
          bdrs="xl"
          className={classes.user}
        >
          <UserAvatar user={{ id: user.id, name, avatar: user.avatar }} size={30} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {name && (
          <Menu.Label>
            {name}
            <br />
            {user.email}
          </Menu.Label>
        )}
        <UserLinks />
        {schemes.map(({ scheme, title, run }) => (
          <Menu.Item
            key={scheme}
            role="menuitemradio"
            aria-checked={scheme === colorScheme}
            rightSection={scheme === colorScheme && <IconCheck size={16} aria-hidden />}
            onClick={() => run()}
          >
            {title}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => logOut.run()}>{logOut.title}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const PATHS = [
  '/account/profile',
  '/account/subscription',
  '/people',
  '/account/settings',
  '/account/security',
]

function UserLinks() {
  const { tm } = useText()
  const items = useNavigation()
  const links = PATHS.flatMap(path => items.filter(item => item.path === path).slice(0, 1))
  if (links.length === 0) return null
  return (
    <>
      {links.map(({ path, plugin, title, icon }) => {
        const Icon = iconNamed(icon)
        return (
          <Menu.Item
            key={path}
            component={Link}
            to={path}
            leftSection={<Icon size={16} stroke={1.7} aria-hidden />}
          >
            {tm(plugin, title)}
          </Menu.Item>
        )
      })}
      <Menu.Divider />
    </>
  )
}
