/** Whom one follows, who follows, or whom one blocks. */
import { Anchor, Button, Group } from '@mantine/core'
import { type ReactNode, useCallback } from 'react'
import { Link } from 'react-router-dom'
import { type PublicProfile, userLinks } from '../../../core/api/users.js'
import { useAnswer } from '../../../core/react/hooks/use-answer.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../core/react/kernel-context.js'
import { Refused } from '../../../core/react/refused.js'
import { reasonOf } from '../link-news.js'
import { PEOPLE } from '../people-path.js'
import { tieIn } from '../ties.js'
import { LINKS, type LinkCounts, type Tie } from '../tokens.js'
import { Empty } from './empty.js'
import { PageChoice } from './page-choice.js'
import classes from './people.module.css'
import { PeopleList } from './people-list.js'
import { useRowKeys } from './use-row-keys.js'

export type LinkKind = keyof LinkCounts

/** As the server leafs. */
const PAGE_SIZE = 50

const BELONGS: Readonly<Record<LinkKind, (tie: Tie) => boolean>> = {
  following: tie => tie === 'following',
  // That they follow is theirs to end, or a block's.
  followers: tie => tie !== 'blocked',
  blocked: tie => tie === 'blocked',
}

interface LinkedTabProps {
  readonly kind: LinkKind
  readonly label: string
  readonly page: number
  readonly onPage: (page: number, replace?: boolean) => void
}

export function LinkedTab({ kind, label, page, onPage }: LinkedTabProps) {
  const links = useService(LINKS)
  const { value, error, busy, reload } = useAnswer(useLinked(kind, page))
  const ties = useStore(links.view, view => view.ties)
  const fits = value?.page === page
  const kept = fits || error === undefined ? value : undefined
  // Who is unfollowed leaves the list at once, and is back where that fails.
  const belongs = (person: PublicProfile) => BELONGS[kind](ties[person.id] ?? tieIn(person))
  const people = kept?.items.filter(belongs)
  const { box, ...keys } = useRowKeys<HTMLElement>(people?.length)
  const empty = people?.length === 0
  // Others will move up from the next page.
  const refilling = empty && kept !== undefined && kept.total > kept.items.length
  const retry = () => {
    reload()
    void links.fetchCounts()
  }
  return (
    <section ref={box} className={classes.tab} aria-label={label} aria-busy={busy} tabIndex={-1} {...keys}>
      {error !== undefined && !busy && <Refused error={error} words={reasonOf} onRetry={retry} />}
      {empty && !refilling && <Nobody kind={kind} />}
      {(people ? !empty || refilling : busy) && (
        <PeopleList label={label} people={refilling ? undefined : people} old={!fits} />
      )}
      <PageChoice pages={fits ? Math.ceil(value.total / PAGE_SIZE) : undefined} page={page} onPage={onPage} />
    </section>
  )
}

/** Asked anew whenever something has become true: who was followed a moment ago belongs on the list. */
function useLinked(kind: LinkKind, page: number) {
  const { api } = useKernel()
  const links = useService(LINKS)
  const settled = useStore(links.view, view => view.settled)
  return useCallback(
    async (signal: AbortSignal) => {
      const found = await api.call(userLinks, { query: { kind, page } }, { signal })
      links.learn(found.items, settled)
      return { ...found, page }
    },
    [api, links, kind, page, settled],
  )
}

function Nobody({ kind }: { readonly kind: LinkKind }) {
  const { t } = useText()
  const find = (
    <Group>
      <Button component={Link} to={PEOPLE} size="sm" variant="default">
        {t('Find people')}
      </Button>
    </Group>
  )
  const profile = (
    <Anchor component={Link} to="/account/profile" size="sm">
      {t('Be found: make your profile public')}
    </Anchor>
  )
  const said: Readonly<Record<LinkKind, readonly [string, string, ReactNode]>> = {
    following: [
      t('You follow nobody yet'),
      t('Find people, and follow them from the list or their profile.'),
      find,
    ],
    followers: [t('Nobody follows you yet'), t('Who finds your profile can follow you.'), profile],
    blocked: [
      t('You block nobody'),
      t('Who is blocked does not find, see or follow you. You block somebody on their profile.'),
      undefined,
    ],
  }
  const [title, text, ways] = said[kind]
  return (
    <Empty title={title} ways={ways}>
      {text}
    </Empty>
  )
}
