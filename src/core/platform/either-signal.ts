import type { Disposable } from './disposable.js'

/** `AbortSignal.any` whose listeners are removed on disposal: the two signals may live long. */
export function eitherSignal(a: AbortSignal, b: AbortSignal): Disposable & { readonly signal: AbortSignal } {
  const own = new AbortController()
  const follow = () => own.abort(a.aborted ? a.reason : b.reason)
  if (a.aborted || b.aborted) follow()
  for (const each of [a, b]) each.addEventListener('abort', follow, { once: true })
  return {
    signal: own.signal,
    dispose() {
      for (const each of [a, b]) each.removeEventListener('abort', follow)
    },
  }
}
