/** Navigation from what plugins contribute, in groups. */
import { NavLink, Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { NavLink as RouterLink, useLocation } from 'react-router-dom'
import { useShallow } from 'zustand/react/shallow'
import { navigationOf, type Owned } from '../../core/kernel/extensions/contributions.js'
import type { NavigationContribution } from '../../core/kernel/manifest/plugin.js'
import { useStore } from '../../core/react/hooks/use-store.js'
import { useText } from '../../core/react/hooks/use-text.js'
import { useKernel, useUsablePlugins } from '../../core/react/kernel-context.js'
import { iconNamed } from '../icons.js'
import classes from './layout.module.css'

export default function Navigation() {
  const { tm } = useText()
  const { pathname } = useLocation()
  const items = useNavigation()
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

/** The pages that can be gone to now: the same list until one comes or goes, however often other conditions change. */
export function useNavigation(): readonly Owned<NavigationContribution>[] {
  const { commands } = useKernel()
  const plugins = useUsablePlugins()
  const all = useMemo(() => navigationOf(plugins), [plugins])
  return useStore(
    commands.conditions,
    useShallow(() => all.filter(({ when }) => !when || commands.holds(when))),
  )
}
