import type { PublicProfile } from '../../../../core/contract/users.js'
import { useKernel, useService, useStore, type useText } from '../../../../core/react/kernel-context.js'
import type { Asked } from '../../../../core/react/question.js'
import { ONCE } from '../../once.js'
import { linksOf } from '../links.js'
import { type Person, type Relationship, relationshipOf } from '../relationships.js'

/** Returns the relationship to a person, including pending requests. */
export function useRelationship(person: PublicProfile): Relationship {
  const links = useService(ONCE)(linksOf)
  return useStore(links.view, ({ relationships }) => relationships[person.id]) ?? relationshipOf(person)
}

export function useOwnId(): string {
  const { auth } = useKernel()
  return useStore(auth.state, ({ user }) => user?.id ?? '')
}

export function blockQuestion(t: ReturnType<typeof useText>['t'], { name }: Person, run: () => void): Asked {
  return {
    title: t('Block {{name}}?', { name }),
    text: [
      t('{{name}} won’t be able to find you, see your profile or follow you, and you won’t find them.', {
        name,
      }),
      t('You’ll stop following each other. They won’t be notified, and you can unblock them at any time.'),
    ],
    yes: t('Block'),
    severe: true,
    run,
  }
}
