/** Builds what a plugin provides and puts it into the slots. Loaded with the first plugin that provides anything. */
import type { Disposable } from '../../platform/disposable.js'
import { FretworkError } from '../../platform/fretwork-error.js'
import type { Active, ServiceParts } from '../host/active-plugin.js'
import type { AnyToken, PluginManifest, Provider } from '../manifest/plugin.js'
import { Container } from './container.js'

/** @throws FretworkError `token_wrong`, `token_twice`, or what a provider throws */
export function buildServices(
  { id }: PluginManifest,
  { runtime: { providers = [] }, scope, context, services, allowed }: Active,
  { slots, overridden, ownerOf }: ServiceParts,
): void {
  const wanted = providers.filter(provider => !overridden.has(provider?.token?.key))
  const seen = new Set<symbol>()
  for (const provider of wanted) {
    if (!isProvider(provider)) {
      throw new FretworkError(
        'token_wrong',
        `"${id}" lists among its providers what is none; make each with provide() or provideFactory().`,
      )
    }
    const { token } = provider
    if (seen.has(token.key)) {
      throw new FretworkError(
        'token_twice',
        `"${id}" has two providers for "${token.id}"; one of the two has to go.`,
      )
    }
    seen.add(token.key)
    const owner = ownerOf(token.id) ?? id
    if (owner === id) continue
    throw new FretworkError(
      'token_twice',
      `"${token.id}" is provided by ${owner} and again by the code of ${id}; one of the two has to go.`,
    )
  }
  const known = new Set<unknown>()
  const outside = (token: AnyToken) => {
    if (allowed(token.key)) return services.get(token)
    throw new FretworkError(
      'token_undeclared',
      `A class asks for "${token.id}", which its manifest does not declare; add it to "requires".`,
    )
  }
  const built = (token: AnyToken, service: unknown) => {
    if (service === undefined || service === null) {
      throw new FretworkError(
        'token_wrong',
        `"${id}" provides "${token.id}", but its provider returned ${service}; return the service.`,
      )
    }
    // One service may stand behind several tokens, and is undone once.
    if (isDisposable(service) && !known.has(service)) scope.onDispose(() => service.dispose())
    known.add(service)
    scope.add(slots.fill(token, service))
  }
  new Container(wanted, { context, outside, built }).buildAll()
}

/** What comes from outside was checked by nobody. */
function isProvider(provider: unknown): provider is Provider {
  if (typeof provider !== 'object' || provider === null || !('token' in provider)) return false
  const { token, useClass, useFactory } = provider as Partial<Record<string, unknown>>
  const key = typeof token === 'object' && token !== null && 'key' in token ? token.key : undefined
  return typeof key === 'symbol' && (typeof useClass === 'function' || typeof useFactory === 'function')
}

function isDisposable(service: unknown): service is Disposable {
  return (
    typeof service === 'object' &&
    service !== null &&
    'dispose' in service &&
    typeof service.dispose === 'function'
  )
}
