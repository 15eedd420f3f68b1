import { useSearchParams } from 'react-router-dom'
import { MAX_QUERY_LENGTH } from '../../settings.js'
import type { LinkKind } from '../relationships.js'

export const TABS = ['search', 'following', 'followers', 'blocked'] as const
export type PeopleTab = 'search' | LinkKind

export interface PeopleAddress {
  readonly tab: PeopleTab
  readonly query: string
  readonly page: number
}

/** Limit set by the server. */
const LAST_PAGE = 10_000

export function usePeopleAddress() {
  const [params, setParams] = useSearchParams()
  const address: PeopleAddress = {
    tab: TABS.find(tab => tab === params.get('tab')) ?? 'search',
    query: (params.get('q') ?? '').slice(0, MAX_QUERY_LENGTH),
    page: Math.min(LAST_PAGE, Math.max(1, Number.parseInt(params.get('page') ?? '', 10) || 1)),
  }
  const go = (change: Partial<PeopleAddress>, replace = false) => {
    const { tab, query, page } = { ...address, page: 1, ...change }
    const next = new URLSearchParams()
    if (tab !== 'search') next.set('tab', tab)
    if (query !== '') next.set('q', query)
    if (page > 1) next.set('page', String(page))
    setParams(next, { replace })
  }
  return { ...address, go }
}
