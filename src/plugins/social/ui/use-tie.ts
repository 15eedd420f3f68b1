/** How one stands to somebody, as it is wished at the moment. */
import type { PublicProfile } from '../../../core/api/users.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useKernel, useService } from '../../../core/react/kernel-context.js'
import { tieIn } from '../ties.js'
import { LINKS, type Tie } from '../tokens.js'

export function useTie(person: PublicProfile): Tie {
  const links = useService(LINKS)
  return useStore(links.view, ({ ties }) => ties[person.id]) ?? tieIn(person)
}

/** '' for who is not logged in. */
export function useOwnId(): string {
  const { auth } = useKernel()
  return useStore(auth.state, ({ user }) => user?.id ?? '')
}
