import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { navigationOf, type Owned } from '../../kernel/extensions/contributions.js'
import type { NavigationContribution } from '../../kernel/manifest/plugin.js'
import { useKernel, useUsablePlugins } from '../kernel-context.js'
import { useStore } from './use-store.js'

export function useNavigation(): readonly Owned<NavigationContribution>[] {
  const { commands } = useKernel()
  const plugins = useUsablePlugins()
  const all = useMemo(() => navigationOf(plugins), [plugins])
  return useStore(
    commands.conditions,
    useShallow(() => all.filter(({ when }) => !when || commands.holds(when))),
  )
}
