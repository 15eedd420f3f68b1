// Users with libraries who share, follow and block.
import { fileOf, libraryWorld, type Owner, pieceOf, song, write } from '../library/library-world.js'

export const API = '/presence/api/v1'

export type SharingWorld = Awaited<ReturnType<typeof sharingWorld>>
export type Person = Awaited<ReturnType<SharingWorld['person']>>

export async function sharingWorld(env: Record<string, string> = {}) {
  const world = await libraryWorld(env)
  let seed = 1

  /** Creates a user, by default with a public profile. */
  async function person(
    { isPublic = true, ...more }: { readonly isPublic?: boolean; readonly roles?: string[] } = {},
    tenant = 'fretwork',
  ) {
    const owner: Owner = await world.owner({ features: ['SubscriptionLevel.Basic'], ...more }, tenant)
    const at = { jwt: owner.jwt, tenant }
    const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
      world.server.send(`${API}/${path}`, { ...at, method, ...(body !== undefined && { body }) })
    /** Returns the response, or its error code on failure. */
    const ask = async (method: Parameters<typeof call>[0], path: string, body?: unknown) => {
      const answer = await call(method, path, body)
      const json = answer.body === '' ? undefined : answer.json()
      return answer.statusCode < 300 ? json : json.code
    }
    const me = await ask('GET', 'user/profile/')
    if (isPublic) {
      const { name, handle, bio, instruments } = me
      await ask('POST', 'user/profile/', { name, handle, bio, instruments, public: true })
    }
    return {
      ...{ id: owner.id, handle: me.handle as string, owner, ask },
      get: (path: string) => ask('GET', path),
      post: (path: string, body: unknown = {}) => ask('POST', path, body),
      end: (path: string) => ask('DELETE', path),
      follow: (other: { readonly id: string }) => ask('POST', `user/link/${other.id}`),
      block: (other: { readonly id: string }, blocked = true) =>
        ask('POST', `user/block/${other.id}/${blocked ? 1 : 0}`),
      async song(name: string) {
        seed += 1
        const file = fileOf(seed)
        await owner.sendBlobs(pieceOf(file))
        const id = `${name.toLowerCase()}~${seed}`
        const fields = {
          name,
          file: `${name}.mid`,
          size: file.bytes.length,
          hash: file.hash,
          tracks: [{ artist: 'Anon', key: 'C' }],
        }
        await owner.make(song(id, fields))
        return { id, hash: file.hash, bytes: file.bytes }
      },
      async record(kind: string, id: string, fields: Record<string, unknown>) {
        await owner.make(write(id, fields, { kind }))
      },
      share: (
        record: string,
        audience: string,
        people: readonly { readonly id: string }[] = [],
        kind = 'song',
      ) => ask('POST', 'share/', { kind, record, audience, people: people.map(({ id }) => id) }),
    }
  }

  /** Sends a call without logging in. */
  const visit = async (method: 'GET' | 'POST', path: string, body?: unknown, tenant = 'fretwork') => {
    const answer = await world.server.send(`${API}/shared/${path}`, {
      ...{ method, tenant },
      ...(body !== undefined && { body }),
    })
    const json = answer.body === '' ? undefined : answer.json()
    return answer.statusCode < 300 ? json : json.code
  }

  return { ...world, person, visit }
}

export const TASK = { title: 'Practice', tempo: 80, loop: true, note: 'Slowly.' }

export const TAKE = {
  ...{ id: 'take-1', at: '2026-11-28T10:00:00.000Z', tempo: 80, complete: true, accuracy: 0.75 },
  counts: { hit: 3, early: 0, late: 1, wrong: 0, missed: 0, extra: 0 },
  byBar: [{ bar: 5, written: 4, right: 3 }],
}
