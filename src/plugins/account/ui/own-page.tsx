/** A page that is about who is logged in. */
import type { ComponentType } from 'react'
import { useLast } from '../../../core/react/hooks/use-last.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useKernel } from '../../../core/react/kernel-context.js'

/**
 * Begins anew for somebody else: another tab may log out and in again before this one hears of it. A log-out by itself
 * is led away by the layout.
 */
export function ownPage(Page: ComponentType): ComponentType {
  return function OwnPage() {
    const { auth } = useKernel()
    const id = useStore(auth.state, ({ user }) => user?.id || undefined)
    return <Page key={useLast(id)} />
  }
}
