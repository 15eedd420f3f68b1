import { readFileSync } from 'node:fs'
import type { ProviderId } from '../../../server/tenants/external-providers.js'
import { messageOf } from '../../../src/core/platform/fretwork-error.js'
import { badInput, wrongUsage } from '../../errors.js'
import { printJson } from '../../io/print.js'
import { onDatabase } from './server.js'

interface ProviderOptions {
  readonly clientId: string
  readonly redirect: string[]
  readonly secretFile?: string
  readonly issuer?: string
  readonly authorizeUrl?: string
  readonly origin?: string[]
}

export async function list(key: string, { json = false }: { json?: boolean }): Promise<void> {
  const { listProviders } = await import('../../../server/tenants/external-providers.js')
  const providers = await onDatabase('tenant_refused', owner => listProviders(owner, key))
  if (json) {
    const rows = providers.map(({ clientSecret, ...shown }) => ({
      ...shown,
      hasSecret: clientSecret !== undefined,
    }))
    printJson(rows)
    return
  }
  for (const { provider, issuer, clientId, clientSecret, redirectUris } of providers) {
    const secret = clientSecret === undefined ? 'no secret' : 'secret set'
    process.stdout.write(`${provider}  ${issuer}  ${clientId}  ${secret}  ${redirectUris.join(', ')}\n`)
  }
}

export async function set(key: string, provider: ProviderId, options: ProviderOptions): Promise<void> {
  const { PROVIDER_DEFAULTS, setProvider } = await import('../../../server/tenants/external-providers.js')
  const clientSecret = options.secretFile === undefined ? undefined : secretIn(options.secretFile)
  if (options.issuer !== undefined && options.authorizeUrl === undefined) {
    const message = 'A custom issuer has its own login page; set it with --authorize-url.'
    throw wrongUsage('authorize_url_missing', message)
  }
  const { issuer, authorizeUrl, origins } = PROVIDER_DEFAULTS[provider]
  await onDatabase('tenant_refused', owner =>
    setProvider(owner, key, {
      provider,
      clientId: options.clientId,
      ...(clientSecret !== undefined && { clientSecret }),
      redirectUris: options.redirect,
      issuer: options.issuer ?? issuer,
      authorizeUrl: options.authorizeUrl ?? authorizeUrl,
      origins: options.origin ?? (options.issuer === undefined ? [...origins] : []),
    }),
  )
  process.stdout.write(`Users of "${key}" can now log in with ${provider}.\n`)
}

export async function remove(key: string, provider: string): Promise<void> {
  const { removeProvider } = await import('../../../server/tenants/external-providers.js')
  await onDatabase('tenant_refused', owner => removeProvider(owner, key, provider))
  process.stdout.write(`Users of "${key}" can no longer log in with ${provider}.\n`)
}

/**
 * Reads the secret from a file. As an argument, it would be visible in the shell history and the process
 * list.
 */
function secretIn(file: string): string {
  let secret: string
  try {
    secret = readFileSync(file === '-' ? 0 : file, 'utf8').trim()
  } catch (cause) {
    const message = `The client secret cannot be read from ${file} (${messageOf(cause)}).`
    throw badInput('secret_unreadable', message, cause)
  }
  if (secret === '') {
    const message = `${file} contains no client secret; omit --secret-file for a client without one.`
    throw badInput('secret_missing', message)
  }
  return secret
}
