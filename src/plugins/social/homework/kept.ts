/** Caches the latest responses and songs, so that homework opens offline. */

import type { CallArguments, Endpoint } from '../../../core/contract/endpoint.js'
import { type Assignment, homeworkFile } from '../../../core/contract/homework.js'
import type { ApiClient } from '../../../core/http/api-client.js'
import { ApiError } from '../../../core/http/api-error.js'
import type { PluginContext } from '../../../core/kernel/plugin.js'
import { API } from '../../../core/kernel/tokens.js'
import { PLUGIN_STORAGE, type StoredValues } from '../../../core/permissions/plugin-storage.js'

export class Kept {
  constructor(
    private readonly api: Pick<ApiClient, 'call'>,
    private readonly values: Pick<StoredValues, 'get' | 'set' | 'delete' | 'keys'>,
  ) {}

  /**
   * Calls the server, or returns its last response if offline.
   * @throws ApiError
   */
  async call<P, Q, B, A>(endpoint: Endpoint<P, Q, B, A>, ...input: CallArguments<P, Q, B>): Promise<A> {
    const key = `${endpoint.name} ${JSON.stringify(input[0] ?? {})}`.slice(0, 200)
    try {
      const answer = await this.api.call(endpoint, ...input)
      void this.keep(key, answer)
      return answer
    } catch (thrown) {
      const isOffline = thrown instanceof ApiError && OFFLINE.includes(thrown.kind)
      const last = isOffline ? await this.values.get<A>(key) : undefined
      if (last === undefined) throw thrown
      return last
    }
  }

  /** Marks an assignment as seen in the cached responses. */
  async see(id: string): Promise<void> {
    for (const key of await this.values.keys()) {
      if (key.startsWith('file ')) continue
      const answer = await this.values.get<Answered>(key)
      const unseen = [...(answer?.items ?? []), answer?.assignment].filter(
        each => each?.id === id && each.news,
      )
      for (const each of unseen) Object.assign(each ?? {}, { news: false })
      if (unseen.length > 0) await this.values.set(key, answer)
    }
  }

  /**
   * Returns the file as base64.
   * @param hash hash of the file, used as the cache key
   */
  async file(id: string, song: string, hash: string | undefined): Promise<string> {
    const key = `file ${hash}`
    const there = hash === undefined ? undefined : await this.values.get<string>(key)
    if (there !== undefined) return there
    const { bytes } = await this.api.call(homeworkFile, { params: { id }, query: { song } })
    void this.keep(key, bytes)
    return bytes
  }

  /** Caches the songs of accepted homework in advance. */
  async fetchAhead({ id, task }: Assignment): Promise<void> {
    for (const { song, hash, size = 0 } of [task, ...task.list])
      if (hash !== undefined && size < LARGEST) await this.file(id, song, hash).catch(() => undefined)
  }

  /** Stores a value. If storage is full, deletes earlier values first. */
  private async keep(key: string, value: unknown): Promise<void> {
    const { values } = this
    await values.set(key, value).catch(async () => {
      for (const old of await values.keys()) await values.delete(old)
      await values.set(key, value).catch(() => undefined)
    })
  }
}

export const keptOf = ({ get }: PluginContext) => new Kept(get(API), get(PLUGIN_STORAGE).device)

interface Answered {
  readonly items?: readonly Partial<Assignment>[]
  readonly assignment?: Assignment
}

const OFFLINE: readonly string[] = ['network', 'timeout']
/** Maximum size of a cached file, bytes. */
const LARGEST = 1_000_000
