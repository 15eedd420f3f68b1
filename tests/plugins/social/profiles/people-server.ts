// Fake server with a few users, whose calls can be held or rejected.
import type { LinkedProfile } from '../../../../src/core/contract/users.js'
import type { Relationship } from '../../../../src/plugins/social/profiles/relationships.js'
import { relationshipOf } from '../../../../src/plugins/social/profiles/relationships.js'
import { goodServer } from '../../../core/auth/session.js'
import {
  type Answering,
  type GivenAnswer,
  ok,
  problem,
  type SentRequest,
} from '../../../core/http/fake-transport.js'
import { later } from '../../../support/later.js'

export const ANNA = '7c9e6679-7425-40de-944b-e07fc1f90ae1'
export const BERT = '7c9e6679-7425-40de-944b-e07fc1f90ae2'
export const CARL = '7c9e6679-7425-40de-944b-e07fc1f90ae3'

export function person(id: string, name: string, more: Partial<LinkedProfile> = {}): LinkedProfile {
  const handle = name.toLowerCase().replaceAll(' ', '_')
  return { id, name, handle, bio: '', instruments: [], isFollowing: false, isBlocked: false, ...more }
}

const PEOPLE = [
  person(ANNA, 'Anna Lund', { bio: 'Plays slide.', instruments: ['Dobro'] }),
  person(BERT, 'Bert Anders'),
  person(CARL, 'Carl Ek'),
]

interface Gate {
  /** Whether the call is held before the server receives it, or only its response. */
  readonly holds: 'call' | 'answer'
  readonly matches: (request: SentRequest) => boolean
  readonly open: Promise<void>
}

export interface PeopleServer {
  readonly answering: Answering
  /** The user's relationships as stored on the server. */
  readonly relationships: Map<string, Relationship>
  readonly followers: Set<string>
  /** Users with a profile. */
  people: readonly LinkedProfile[]
  /** Replaces the server's response unless it returns undefined. */
  refuse: (request: SentRequest) => GivenAnswer | undefined
  /** Whether a search has more matches than it lists. */
  more: boolean
  /** Holds matching calls or their responses until the returned function is called. */
  hold(part: string, holds?: Gate['holds']): () => void
}

export const TIE_CALL = /\/user\/(link|block)\/[0-9a-f-]{36}/

export function peopleServer(): PeopleServer {
  const gates: Gate[] = []
  const standing = (each: LinkedProfile): LinkedProfile => {
    const tie = server.relationships.get(each.id) ?? relationshipOf(each)
    return { ...each, isFollowing: tie === 'following', isBlocked: tie === 'blocked' }
  }
  const tied = (tie: Relationship) => server.people.map(standing).filter(each => relationshipOf(each) === tie)
  const listed = (kind: string | null) => {
    if (kind === 'following') return tied('following')
    if (kind === 'blocked') return tied('blocked')
    return server.people.filter(({ id }) => server.followers.has(id)).map(standing)
  }
  const find = ({ query, page, pageSize }: { query: string; page: number; pageSize: number }) => {
    const words = query.toLowerCase().split(' ')
    const fits = server.people.filter(({ name }) =>
      words.every(word =>
        name
          .toLowerCase()
          .split(' ')
          .some(each => each.startsWith(word)),
      ),
    )
    const items = fits.slice((page - 1) * pageSize, page * pageSize).map(standing)
    return ok({ items, total: fits.length, more: server.more })
  }
  const tie = (method: string, path: string): GivenAnswer => {
    const [, id = '', blocked] = /\/([0-9a-f-]{36})(?:\/([01]))?$/.exec(path) ?? []
    if (path.includes('/block/')) server.relationships.set(id, blocked === '1' ? 'blocked' : 'none')
    else server.relationships.set(id, method === 'POST' ? 'following' : 'none')
    if (blocked === '1') server.followers.delete(id)
    return { status: 200 }
  }
  const answer: Answering = request => {
    const { pathname, searchParams } = new URL(request.url, 'http://server')
    if (!pathname.includes('/presence/api/v1/user/')) return goodServer()(request)
    if (pathname.endsWith('/search/')) return find(request.body as Parameters<typeof find>[0])
    if (pathname.endsWith('/summary/')) {
      const [following, blocked] = [tied('following').length, tied('blocked').length]
      return ok({ followers: server.followers.size, following, blocked })
    }
    if (pathname.endsWith('/link/')) {
      const items = listed(searchParams.get('kind'))
      const first = (Number(searchParams.get('page') ?? 1) - 1) * 50
      return ok({ items: items.slice(first, first + 50), total: items.length })
    }
    if (TIE_CALL.test(pathname)) return tie(request.method, pathname)
    const found = server.people.find(
      ({ id, handle }) => pathname.endsWith(`/public/${id}`) || pathname.endsWith(`/handle/${handle}`),
    )
    return found ? ok(standing(found)) : problem(404, 'not_found')
  }
  const server: PeopleServer = {
    ...{ relationships: new Map(), followers: new Set(), people: PEOPLE, refuse: () => undefined },
    more: false,
    hold(part, holds = 'call') {
      const { promise: open, answer: release } = later()
      const matches: Gate['matches'] = ({ url, body }) =>
        `${url} ${JSON.stringify(body) ?? ''}`.includes(part)
      const gate = { holds, matches, open }
      gates.push(gate)
      return () => {
        gates.splice(gates.indexOf(gate), 1)
        release()
      }
    },
    answering: async request => {
      const passed = (holds: Gate['holds']) =>
        gates.find(gate => gate.holds === holds && gate.matches(request))?.open
      await passed('call')
      const ours = request.url.includes('/user/')
      const given = (ours && server.refuse(request)) || answer(request)
      await passed('answer')
      return given
    },
  }
  return server
}
