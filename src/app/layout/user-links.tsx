/** The ways from the user's menu to the pages about the user: those that there are at this moment. */
import { Menu } from '@mantine/core'
import { Link } from 'react-router-dom'
import { navigationOf } from '../../core/kernel/contributions.js'
import { useKernel } from '../../core/react/kernel-context.js'
import { useStore } from '../../core/react/use-store.js'
import { useText } from '../../core/react/use-text.js'
import { iconNamed } from '../icons.js'

const PATHS = [
  '/account/profile',
  '/account/subscription',
  '/people',
  '/account/settings',
  '/account/security',
]

export function UserLinks() {
  const { commands, host } = useKernel()
  const { tm } = useText()
  useStore(host.states)
  useStore(commands.conditions)
  const items = navigationOf(host).filter(({ when }) => !when || commands.holds(when))
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
