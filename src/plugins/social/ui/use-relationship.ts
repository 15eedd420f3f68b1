/** The relationship to a person, including pending requests. */
import type { PublicProfile } from '../../../core/api/users.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useKernel, useService } from '../../../core/react/kernel-context.js'
import { LINKS } from '../internal-tokens.js'
import { type Relationship, relationshipOf } from '../relationships.js'

export function useRelationship(person: PublicProfile): Relationship {
  const links = useService(LINKS)
  return useStore(links.view, ({ relationships }) => relationships[person.id]) ?? relationshipOf(person)
}

/** The user’s id; empty if logged out. */
export function useOwnId(): string {
  const { auth } = useKernel()
  return useStore(auth.state, ({ user }) => user?.id ?? '')
}
