import { useCallback } from 'react'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../core/react/kernel-context.js'

/** The id if there is no such plugin. */
export function usePluginTitle(): (id: string) => string {
  const { host } = useKernel()
  const { tm } = useText()
  return useCallback(id => tm(id, host.state(id)?.title ?? id), [host, tm])
}
