/** Navigation from what plugins contribute, in groups. */
import { NavLink, Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { NavLink as RouterLink, useLocation } from 'react-router-dom'
import { navigationOf } from '../../core/kernel/contributions.js'
import type { NavigationContribution } from '../../core/kernel/plugin.js'
import { useKernel } from '../../core/react/kernel-context.js'
import { useStore } from '../../core/react/use-store.js'
import { useText } from '../../core/react/use-text.js'
import { useUsablePlugins } from '../../core/react/use-usable-plugins.js'
import { iconNamed } from '../icons.js'
import classes from './layout.module.css'

export default function Navigation() {
  const { commands, host } = useKernel()
  const { tm } = useText()
  const { pathname } = useLocation()
  const usable = useUsablePlugins(host)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is usable decides which pages there are
  const all = useMemo(() => navigationOf(host), [host, usable])
  const isOpen = (item: NavigationContribution) => !item.when || commands.holds(item.when)
  // In one text, to compare: other conditions change often, while plugins start.
  useStore(commands.conditions, () => all.map(isOpen).join())
  const items = all.filter(isOpen)
  const groups = [...new Set(items.map(item => item.group))]
  // Of `/plugins` and `/plugins/inspector` only the second is here when both lead here.
  const here = items
    .map(({ path }) => path)
    .filter(path => pathname === path || pathname.startsWith(`${path}/`))
    .sort((a, b) => b.length - a.length)[0]
  // A heading is a word of the plugin that has it first.
  const heading = (group: string) => tm(items.find(item => item.group === group)?.plugin ?? 'app', group)

  return groups.map(group => (
    <Stack key={group ?? ''} gap={2}>
      {group && (
        <Text component="h2" className={classes.group}>
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
