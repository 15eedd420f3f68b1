/** The pages that can be gone to now: the same list until one comes or goes, however often other conditions change. */
import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { navigationOf, type Owned } from '../../core/kernel/contributions.js'
import type { NavigationContribution } from '../../core/kernel/plugin.js'
import { useKernel } from '../../core/react/kernel-context.js'
import { useStore } from '../../core/react/use-store.js'
import { useUsablePlugins } from '../../core/react/use-usable-plugins.js'

export function useNavigation(): readonly Owned<NavigationContribution>[] {
  const { commands } = useKernel()
  const plugins = useUsablePlugins()
  const all = useMemo(() => navigationOf(plugins), [plugins])
  return useStore(
    commands.conditions,
    useShallow(() => all.filter(({ when }) => !when || commands.holds(when))),
  )
}
