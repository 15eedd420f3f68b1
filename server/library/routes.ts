import * as api from '../../src/core/contract/library.js'
import { Problem } from '../http/problem.js'
import { type Route, type Services, transactionRoutes } from '../http/route.js'
import { filesFor, takePieces } from './blobs.js'
import { libraryOf, limitsOf } from './limits.js'
import { changesSince, removedSongs } from './records.js'
import type { LibraryStreams } from './stream.js'
import { makeWrites } from './writes.js'

export type WriteOutcomes = Record<api.LibraryOutcome['outcome'], number>

export function libraryRoutes(
  route: Route,
  { database, now }: Pick<Services, 'database' | 'now'>,
  { streams, outcomes: counts }: { readonly streams: LibraryStreams; readonly outcomes: WriteOutcomes },
): void {
  const { read } = transactionRoutes(route, database)

  read(api.libraryStatus, async (scope, { user }) => {
    const { songLimit, ...limits } = await limitsOf(scope, user.id, now())
    const library = await libraryOf(scope, user.id)
    return { ...library, ...limits, songLimit: Number.isFinite(songLimit) ? songLimit : null }
  })
  read(api.removedSongs, (scope, { user, query }) => removedSongs(scope, user.id, now(), query.cursor))
  read(api.libraryChanges, (scope, { user, query }) =>
    changesSince(scope, user.id, { ...query, after: query.after ?? 0, tip: query.tip }),
  )
  read(api.fetchBlobs, (scope, { user, body }) => filesFor(scope, user.id, body.hashes))

  route(api.changeLibrary, async ({ body, tenant, user }) => {
    const asked = { after: 0, known: body.known, tip: body.tip }
    const { seq, ...answer } = await database.inTenant(tenant.key, scope =>
      makeWrites(scope, user.id, body.writes, asked, now()),
    )
    streams.changed(tenant.key, user.id, seq)
    for (const { outcome } of answer.outcomes) counts[outcome] += 1
    return answer
  })

  route(api.sendBlobs, async ({ body, tenant, user }) => {
    const pieces = body.pieces.map(piece => ({ ...piece, bytes: Buffer.from(piece.bytes, 'base64') }))
    const { received, isMismatch } = await database.inTenant(tenant.key, scope =>
      takePieces(scope, user.id, pieces, now()),
    )
    // Throw after the commit, so that the other chunks are kept.
    if (isMismatch) throw new Problem('blob_mismatch')
    return { received }
  })

  route(api.libraryStream, async ({ tenant, session: { id, user, tokenExpiresAt = now() } }) => {
    const { seq } = await database.readInTenant(tenant.key, scope => libraryOf(scope, user.id))
    return streams.open({ tenant: tenant.key, user: user.id, session: id, until: tokenExpiresAt }, seq)
  })
}
