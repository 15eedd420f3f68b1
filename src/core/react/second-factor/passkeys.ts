import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { FactorProof } from '../../api/second-factor.js'
import { refusalWords } from '../../http/error-sentences.js'
import { FretworkError } from '../../platform/fretwork-error.js'
import { phrases } from '../../platform/phrases.js'

type Json = Readonly<Record<string, unknown>>

/** Web Authentication, 5.1.3 and 5.1.4. */
const CODES: Readonly<Record<string, string>> = {
  NotAllowedError: 'passkey_cancelled',
  AbortError: 'passkey_cancelled',
  InvalidStateError: 'passkey_known',
  SecurityError: 'passkey_elsewhere',
}

export const passkeyWords = refusalWords(
  'core',
  phrases({
    passkey_cancelled: 'No passkey was used. Try again, or choose another method.',
    passkey_known: 'This device already has a passkey for your account.',
    passkey_elsewhere: 'Passkeys don’t work at this address. Open the site at its usual address.',
    passkey_failed: 'This browser can’t use a passkey here. Choose another method.',
    passkey_refused: 'The passkey didn’t fit. Try again.',
  }),
)

export async function signWithPasskey(
  options: Json,
): Promise<Extract<FactorProof, { passkey: unknown }>['passkey']> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const { id, response } = await startAuthentication({ optionsJSON }).catch(fail)
  const { clientDataJSON, authenticatorData, signature } = response
  return { id, clientDataJSON, authenticatorData, signature }
}

export async function createPasskey(options: Json) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const { id, response } = await startRegistration({ optionsJSON }).catch(fail)
  const { clientDataJSON, attestationObject, transports } = response
  return { id, clientDataJSON, attestationObject, ...(transports && { transports }) }
}

function fail(cause: unknown): never {
  const name = cause instanceof Error ? cause.name : ''
  throw new FretworkError(CODES[name] ?? 'passkey_failed', `The browser used no passkey: ${name}.`, { cause })
}
