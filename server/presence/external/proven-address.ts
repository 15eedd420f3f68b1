// Whose address it is, as far as a provider vouches for it, and what to call its owner.
import type { IDToken } from 'openid-client'
import * as z from 'zod/mini'
import { emailAddress, language, text } from '../../../src/core/api/fields.js'
import type { ProviderId } from '../../tenancy/external-providers.js'

const NAME_LONGEST = 100
const someName = text(1, NAME_LONGEST)
const addresses = z.array(z.string())

/**
 * The address that the provider has verified, if any.
 * Microsoft's `email` may be whatever an administrator of some tenant wrote there; it counts where the owner of its
 * domain stands for it (`xms_edov`), or else the address that the directory itself has verified.
 */
export function provenAddress(provider: ProviderId, claims: IDToken): string | undefined {
  const candidate = provider === 'windows' ? microsoftAddress(claims) : standardAddress(claims)
  const parsed = emailAddress.safeParse(candidate)
  return parsed.success ? parsed.data : undefined
}

function standardAddress({ email, email_verified: verified }: IDToken): unknown {
  return verified === true ? email : undefined
}

function microsoftAddress({ email, xms_edov: owned, verified_primary_email: primary }: IDToken): unknown {
  // Seen as all of these, depending on the kind of account.
  if ([true, 1, '1', 'true'].some(yes => yes === owned)) return email
  const verified = addresses.safeParse(primary)
  return verified.success ? verified.data[0] : undefined
}

/** @example nameOf({ name: ' Ada ' }, 'ada@example.org') // 'Ada' */
export function nameOf(claims: { readonly [claim: string]: unknown }, address: string): string {
  const { name } = claims
  const shown = typeof name === 'string' ? name.replace(/\p{Cc}+/gu, ' ').trim() : ''
  const cut = [...shown].slice(0, NAME_LONGEST).join('').slice(0, NAME_LONGEST)
  const parsed = someName.safeParse(cut)
  return parsed.success ? parsed.data : (address.split('@')[0] ?? address).slice(0, NAME_LONGEST)
}

export function languageOf({ locale }: IDToken): string | undefined {
  const parsed = language.safeParse(locale)
  return parsed.success ? parsed.data : undefined
}
