/** The ways from the user's menu to the pages about the user: those that there are at this moment. */
import { Menu } from '@mantine/core'
import { Link } from 'react-router-dom'
import { useText } from '../../core/react/hooks/use-text.js'
import { iconNamed } from '../icons.js'
import { useNavigation } from './navigation.js'

const PATHS = [
  '/account/profile',
  '/account/subscription',
  '/people',
  '/account/settings',
  '/account/security',
]

export function UserLinks() {
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
