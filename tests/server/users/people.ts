// Users with a token and a profile, and request helpers.
import { expect } from 'vitest'
import type { ErrorCode } from '../../../src/core/contract/errors.js'
import type { LinkedProfile, ProfileBody, PublicProfile } from '../../../src/core/contract/users.js'
import type { testApp } from '../support/test-app.js'

export const USER = '/presence/api/v1/user'

export type Server = Awaited<ReturnType<typeof testApp>>

export interface Person {
  readonly id: string
  readonly jwt: string
}

export const aProfile = (more: Partial<ProfileBody> & { handle: string }): ProfileBody => ({
  ...{ name: 'Someone', bio: '', instruments: [], public: true },
  ...more,
})

/** Creates a logged-in user and saves `profile` through the API. */
export async function person(
  server: Server,
  handle: string,
  { roles = [], ...profile }: Partial<ProfileBody> & { readonly roles?: readonly string[] } = {},
  tenant = 'fretwork',
): Promise<Person> {
  server.clock.now += 60_000
  const user = await server.addUser(`${handle}@mail.example`, { name: handle, roles: [...roles] }, tenant)
  const { jwt } = await server.logIn(user.email, tenant)
  const body = aProfile({ handle, name: handle, ...profile })
  const saved = await server.send(`${USER}/profile/`, { body, jwt, tenant })
  expect(saved.statusCode, saved.body).toBe(200)
  return { id: user.id, jwt }
}

/** Returns helpers for common calls. */
export function callsOf(server: Server) {
  const send = async (who: Person, method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => {
    const answer = await server.send(`${USER}/${path}`, { jwt: who.jwt, method, body })
    return { status: answer.statusCode, code: answer.body && (answer.json().code as ErrorCode), answer }
  }
  return {
    send,
    follow: (who: Person, whom: Person) => send(who, 'POST', `link/${whom.id}`),
    unfollow: (who: Person, whom: Person) => send(who, 'DELETE', `link/${whom.id}`),
    block: (who: Person, whom: Person, blocked: 0 | 1 = 1) =>
      send(who, 'POST', `block/${whom.id}/${blocked}`),
    save: (who: Person, profile: Partial<ProfileBody> & { handle: string }) =>
      send(who, 'POST', 'profile/', aProfile(profile)),
    see: (who: Person, whom: Person) => send(who, 'GET', `public/${whom.id}`),
    async find(who: Person, query: string, page = 1, pageSize = 100) {
      const { answer } = await send(who, 'POST', 'search/', { query, page, pageSize })
      return answer.json() as { items: PublicProfile[]; total: number; more: boolean }
    },
    async links(who: Person, kind: 'followers' | 'following' | 'blocked') {
      const { answer } = await send(who, 'GET', `link/?kind=${kind}`)
      return answer.json() as { items: LinkedProfile[]; total: number }
    },
    async summary(who: Person) {
      return (await send(who, 'GET', 'summary/')).answer.json()
    },
  }
}
