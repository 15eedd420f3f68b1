// Avatars: uploaded, removed, and shown to everyone who may see the profile.

import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { PNG } from 'pngjs'
import {
  avatarOf,
  PICTURE_BYTES,
  PICTURE_PIXELS,
  removeAvatar,
  saveAvatar,
} from '../../src/core/api/account.js'
import { enforceLimits } from '../auth/rate-limit.js'
import { deleteRows, findRows } from '../database/queries.js'
import { avatars } from '../database/schema.js'
import { Problem } from '../http/problem.js'
import type { Route, Services } from '../http/route.js'
import { publicProfile } from './public-profiles.js'

/** Others wait while an image is decoded and encoded. */
const UPLOADS_PER_MINUTE = 20

export function avatarRoutes(route: Route, { database, now }: Services): void {
  route(saveAvatar, async ({ body, tenant, address, session: { user } }) => {
    const limits = [{ kind: 'avatar', value: user.id, count: UPLOADS_PER_MINUTE }]
    await enforceLimits(database, { tenant: tenant.key, limits, address, now: now() })
    const picture = pictureOf(body.picture)
    await database.inTenant(tenant.key, scope =>
      scope.sql
        .insert(avatars)
        .values({ tenant: scope.tenant, userId: user.id, ...picture })
        .onConflictDoUpdate({ target: [avatars.tenant, avatars.userId], set: { ...picture } }),
    )
    return { avatar: picture.version }
  })

  route(removeAvatar, async ({ tenant, session: { user } }) => {
    await database.inTenant(tenant.key, scope => deleteRows(scope, avatars, eq(avatars.userId, user.id)))
  })

  route(avatarOf, ({ params, tenant, session: { user } }) =>
    database.readInTenant(tenant.key, async scope => {
      const own = params.id.toLowerCase() === user.id
      if (!own && !(await publicProfile(scope, user.id, params.id))) throw new Problem('not_found')
      const [row] = await findRows(scope, avatars, eq(avatars.userId, params.id))
      if (!row) throw new Problem('not_found')
      return Buffer.from(row.picture, 'base64')
    }),
  )
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Signature, then IHDR: length, name, width, height, depth, color, compression, filter, interlace (PNG, 11.2.1). */
const HEADER_BYTES = 29

export interface Picture {
  /** A PNG as base64. */
  readonly picture: string
  readonly version: string
}

/**
 * Only the pixels of the file are kept: no text, no location, no trailing bytes.
 * @throws Problem `picture_refused`, with the reason
 */
export function pictureOf(base64: string): Picture {
  const given = Buffer.from(base64, 'base64')
  measure(given)
  const bytes = encoded(given)
  const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 16)
  return { picture: bytes.toString('base64'), version }
}

/** From the header, so that the size is known before any memory is allocated. */
function measure(given: Buffer): void {
  if (given.length > PICTURE_BYTES) throw refused(`has more than ${PICTURE_BYTES / 1024} KB`)
  const isPng = given.length > HEADER_BYTES && given.subarray(0, 8).equals(SIGNATURE)
  if (!isPng || given.toString('latin1', 12, 16) !== 'IHDR') throw refused('is not a PNG')
  const [width, height] = [given.readUInt32BE(16), given.readUInt32BE(20)]
  if (width < 1 || height < 1 || width > PICTURE_PIXELS || height > PICTURE_PIXELS)
    throw refused(`has ${width} × ${height} pixels; the maximum is ${PICTURE_PIXELS} × ${PICTURE_PIXELS}`)
  // The library does not limit how much memory these take.
  if (given[28] !== 0) throw refused('is interlaced')
}

function encoded(given: Buffer): Buffer {
  try {
    const { width, height, data } = PNG.sync.read(given)
    const copy = new PNG({ width, height })
    data.copy(copy.data)
    return PNG.sync.write(copy)
  } catch {
    // Whatever the library's error, such as a wrong checksum, the client gets the same message.
    throw refused('is damaged')
  }
}

function refused(message: string): Problem {
  return new Problem('picture_refused', { errors: [{ path: 'body.picture', message }] })
}
