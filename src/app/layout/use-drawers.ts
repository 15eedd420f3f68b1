import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { drawersOf, type Owned } from '../../core/kernel/contributions.js'
import type { DrawerContribution } from '../../core/kernel/plugin.js'
import { useKernel, useStore, useUsablePlugins } from '../../core/react/kernel-context.js'

export type Drawers = readonly Owned<DrawerContribution>[]

export function useDrawers(path: string | undefined): Record<DrawerContribution['side'], Drawers> {
  const { commands } = useKernel()
  const plugins = useUsablePlugins()
  const all = useMemo(() => (path === undefined ? [] : drawersOf(plugins, path)), [plugins, path])
  const shown = useStore(
    commands.conditions,
    useShallow(() => all.filter(({ when }) => !when || commands.holds(when))),
  )
  return useMemo(() => {
    const on = (wanted: DrawerContribution['side']) => shown.filter(({ side }) => side === wanted)
    return { left: on('left'), right: on('right'), bottom: on('bottom') }
  }, [shown])
}
