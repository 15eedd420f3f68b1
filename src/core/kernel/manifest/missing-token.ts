/** Why nobody provides a token, and what was probably meant. */
import { oneTypoApart } from '../../commands/search/text-form.js'

interface MissingParts {
  /** Who provides a token, by its id. */
  readonly providers: ReadonlyMap<string, string>
  /** What can be said of a plugin after its name: `is active.` */
  readonly standing: (plugin: string) => string
  /** Manifests that are none; they may be anything. */
  readonly unreadable: readonly unknown[]
}

/**
 * The end of a sentence after a colon.
 * @example whyMissing('midi-io.inptu', parts)
 *   // 'did you mean "midi-io.input"? "midi-io", which provides it, is registered.'
 */
export function whyMissing(tokenId: string, { providers, standing, unreadable }: MissingParts): string {
  const provider = unreadable.find(manifest => seemsToProvide(manifest, tokenId))
  if (provider) return `"${(provider as { id?: unknown }).id}" provides it, but its manifest is wrong.`
  const near = [...providers].filter(
    ([known]) => oneTypoApart(tokenId, known) || lastOf(known) === lastOf(tokenId),
  )
  if (near.length === 0) return 'no plugin here provides it.'
  const meant = near.map(([known]) => `"${known}"`).join(' or ')
  const whose = [...new Set(near.map(([, plugin]) => plugin))]
  return `did you mean ${meant}? ${whose.map(plugin => `"${plugin}", which provides it, ${standing(plugin)}`).join(' ')}`
}

function lastOf(tokenId: string): string {
  return tokenId.slice(tokenId.indexOf('.') + 1)
}

function seemsToProvide(manifest: unknown, tokenId: string): boolean {
  const { provides } = { provides: undefined, ...(manifest as object | null) } as { provides: unknown }
  return Array.isArray(provides) && provides.some(token => (token as { id?: unknown } | null)?.id === tokenId)
}
