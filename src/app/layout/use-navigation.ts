/** The pages that can be gone to now: the same list until one comes or goes, however often other conditions change. */
import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { navigationOf, type Owned } from '../../core/kernel/extensions/contributions.js'
import type { NavigationContribution } from '../../core/kernel/manifest/plugin.js'
import { useStore } from '../../core/react/hooks/use-store.js'
import { useUsablePlugins } from '../../core/react/hooks/use-usable-plugins.js'
import { useKernel } from '../../core/react/kernel-context.js'

export function useNavigation(): readonly Owned<NavigationContribution>[] {
  const { commands } = useKernel()
  const plugins = useUsablePlugins()
  const all = useMemo(() => navigationOf(plugins), [plugins])
  return useStore(
    commands.conditions,
    useShallow(() => all.filter(({ when }) => !when || commands.holds(when))),
  )
}
