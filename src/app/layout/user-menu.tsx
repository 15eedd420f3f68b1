/** The user's menu: who is logged in, their pages, the colour scheme, and the way out. */
import { Avatar, Menu, UnstyledButton } from '@mantine/core'
import { useKernel } from '../../core/react/kernel-context.js'
import { useCommand } from '../../core/react/use-command.js'
import { useStore } from '../../core/react/use-store.js'
import { useText } from '../../core/react/use-text.js'
import classes from './layout.module.css'
import { UserLinks } from './user-links.js'

export default function UserMenu() {
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
    <Menu position="bottom-end" width={260} withinPortal={false} withInitialFocusPlaceholder={false}>
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
        <UserLinks />
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
