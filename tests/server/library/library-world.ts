// Server with library owners, and helpers to write, read and follow changes.
import { createHash, randomUUID } from 'node:crypto'
import type { LibraryOutcome, LibraryRecord, LibraryWrite } from '../../../src/core/contract/library.js'
import { serverForFile } from '../support/test-app.js'

export const LIBRARY = '/presence/api/v1/library'
export const PAYING = { features: ['SubscriptionLevel.Basic'] }

export interface Page {
  readonly records: LibraryRecord[]
  readonly seq: number
  readonly tip?: string
  readonly more: boolean
  readonly restored: boolean
}

export interface Piece {
  readonly hash: string
  readonly size: number
  readonly from: number
  readonly bytes: string
}

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Returns a file of `size` bytes, unique per seed. */
export function fileOf(seed: number, size = 100): { readonly hash: string; readonly bytes: Buffer } {
  const bytes = Buffer.alloc(size, seed)
  bytes.writeUInt32BE(seed)
  return { hash: sha256(bytes), bytes }
}

/** Returns an incompressible file. */
export function noiseOf(seed: number, size: number): ReturnType<typeof fileOf> {
  const bytes = createHash('shake256', { outputLength: size }).update(`${seed}`).digest()
  return { hash: sha256(bytes), bytes }
}

/** Returns a chunk of a file; the whole file by default. */
export function pieceOf({ hash, bytes }: ReturnType<typeof fileOf>, from = 0, to = bytes.length): Piece {
  return { hash, size: bytes.length, from, bytes: bytes.subarray(from, to).toString('base64') }
}

/** Builds a write for a list record, which needs no file. */
export function write(
  id: string,
  fields: LibraryWrite['fields'],
  more: Partial<LibraryWrite> = {},
): LibraryWrite {
  return { key: randomUUID(), kind: 'Tunings.kept', id, base: 0, fields, ...more }
}

export const song = (
  id: string,
  fields: LibraryWrite['fields'],
  more: Partial<LibraryWrite> = {},
): LibraryWrite => write(id, fields, { kind: 'song', ...more })

/** Returns a record's field values without their authors. */
export const valuesOf = ({ fields }: LibraryRecord) =>
  Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))

export type World = Awaited<ReturnType<typeof libraryWorld>>
export type Owner = Awaited<ReturnType<World['owner']>>

export async function libraryWorld(env: Record<string, string> = {}) {
  const { db, server } = await serverForFile({ env })
  let born = 0

  async function owner(
    more: { readonly features?: string[]; readonly roles?: string[] } = {},
    tenant = 'fretwork',
  ) {
    const email = `owner${born++}@mail.example`
    server.clock.now += 60_000
    const { id } = await server.addUser(email, more, tenant)
    let jwt = (await server.logIn(email, tenant)).jwt
    const send = (path: string, body?: unknown) =>
      server.send(`${LIBRARY}/${path}`, { jwt, tenant, ...(body !== undefined && { body }) })
    const ok = async <T>(path: string, body?: unknown): Promise<T> => {
      const answer = await send(path, body)
      if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
      return answer.json()
    }
    const outcomesOf = async (...writes: LibraryWrite[]) =>
      (await ok<{ outcomes: LibraryOutcome[] }>('changes', { device: 'Laptop', writes })).outcomes
    return {
      ...{ id, email, tenant, send },
      get jwt() {
        return jwt
      },
      async logInAgain() {
        jwt = (await server.logIn(email, tenant)).jwt
      },
      outcomesOf,
      async make(one: LibraryWrite): Promise<LibraryOutcome> {
        const [outcome] = await outcomesOf(one)
        if (!outcome) throw new Error('No outcome')
        return outcome
      },
      changes: (after = 0, tip?: string) =>
        ok<Page>(`changes?after=${after}${tip === undefined ? '' : `&tip=${tip}`}`),
      async record(id: string): Promise<LibraryRecord | undefined> {
        return (await ok<Page>('changes')).records.find(record => record.id === id)
      },
      status: () => ok<Record<'seq' | 'songs' | 'songLimit' | 'records' | 'bytes', number>>('status'),
      sendBlobs: async (...pieces: Piece[]) =>
        (await ok<{ received: number[] }>('blobs', { pieces })).received,
      fetch: (...hashes: string[]) =>
        ok<{ blobs: { hash: string; bytes: string }[]; answered: number }>('blobs/fetch', { hashes }),
    }
  }

  return { db, server, owner }
}
