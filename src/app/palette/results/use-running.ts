/** The commands that run while the palette is opened, as rows: choosing one cancels it. */
import { useMemo, useState } from 'react'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../core/react/kernel-context.js'
import type { PaletteItem } from './palette-item.js'

/** Those of the moment of opening: a row that comes or goes later would move the others under the finger. */
export function useRunning(): readonly PaletteItem[] {
  const { commands } = useKernel()
  const { t, tm } = useText()
  // What opens the palette is hidden from it, and runs while it opens.
  const [runs] = useState(() => commands.running.getState().filter(({ id }) => !commands.find(id)?.hidden))

  return useMemo(
    () =>
      runs.map(run => ({
        id: `cancel ${run.key}`,
        name: tm(run.source, run.title),
        section: t('Running'),
        command: { perform: () => run.cancel() },
        running: run,
      })),
    [runs, t, tm],
  )
}
