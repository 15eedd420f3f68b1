/** Navigation from what plugins contribute, in groups. */
import { NavLink, Stack, Text } from '@mantine/core'
import { NavLink as RouterLink, useLocation } from 'react-router-dom'
import { useNavigation } from '../../core/react/hooks/use-navigation.js'
import { useText } from '../../core/react/hooks/use-text.js'
import { iconNamed } from '../icons.js'
import classes from './layout.module.css'

export default function Navigation() {
  const { tm } = useText()
  const { pathname } = useLocation()
  const items = useNavigation().filter(({ unlisted, tabOf }) => !unlisted && !tabOf)
  const groups = [...new Set(items.map(item => item.group))]
  // The longest path that leads here is the current one.
  const here = items
    .map(({ path }) => path)
    .filter(path => pathname === path || pathname.startsWith(`${path}/`))
    .sort((a, b) => b.length - a.length)[0]
  // A heading is a word of the plugin that has it first.
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
              component={RouterLink}
              to={item.path}
              end={item.path !== here}
              active={item.path === here}
              label={tm(item.plugin, item.title)}
              leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
              className={classes.link}
            />
          )
        })}
    </Stack>
  ))
}
