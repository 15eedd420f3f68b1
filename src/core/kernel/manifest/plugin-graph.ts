import type { PluginManifest } from './plugin.js'

export class PluginGraph {
  private readonly byId: ReadonlyMap<string, PluginManifest>

  constructor(
    private readonly manifests: readonly PluginManifest[],
    private readonly providers: ReadonlyMap<string, string>,
  ) {
    this.byId = new Map(manifests.map(manifest => [manifest.id, manifest]))
  }

  providersOf(id: string): string[] {
    const ids = (this.byId.get(id)?.requires ?? []).map(token => this.providers.get(token.id) ?? '')
    return [...new Set(ids)].filter(provider => this.byId.has(provider) && provider !== id)
  }

  requiredBy(id: string): string[] {
    const found = [id]
    for (const each of found) found.push(...this.providersOf(each).filter(other => !found.includes(other)))
    return found.slice(1)
  }

  optionalProvidersOf(id: string): string[] {
    const needed = [id, ...this.requiredBy(id)]
    const optional = needed.flatMap(each => this.byId.get(each)?.optional ?? [])
    return optional
      .flatMap(token => this.providers.get(token.id) ?? [])
      .filter(each => !needed.includes(each))
  }

  dependentsOf(ids: readonly string[]): ReadonlySet<string> {
    const found = new Set<string>()
    const visit = (provider: string) => {
      for (const { id } of this.manifests) {
        if (found.has(id) || ids.includes(id) || !this.providersOf(id).includes(provider)) continue
        found.add(id)
        visit(id)
      }
    }
    for (const id of ids) visit(id)
    return found
  }

  optionalUsersOf(ids: readonly string[]): string[] {
    return this.manifests
      .filter(({ id }) => !ids.includes(id))
      .filter(({ optional }) =>
        (optional ?? []).some(token => ids.includes(this.providers.get(token.id) ?? '')),
      )
      .map(({ id }) => id)
  }
}
