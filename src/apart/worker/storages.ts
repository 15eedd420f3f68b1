import type { StorageOptions, StoredValues } from '../../core/kernel/data/plugin-storage.js'
import { disposable } from '../../core/platform/disposable.js'
import type { Channel } from '../protocol.js'

type Watcher = (keys: readonly string[]) => void

export class Storages {
  private readonly watchers = new Set<Watcher>()

  constructor(private readonly channel: Channel) {}

  open({ sync = false }: StorageOptions = {}): StoredValues {
    const call = (method: string, ...args: readonly unknown[]): Promise<unknown> =>
      this.channel.call('storage', [sync, method, args])
    return {
      get: <T>(name: string) => call('get', name) as Promise<T | undefined>,
      set: (name, value) => call('set', name, value) as Promise<void>,
      delete: name => call('delete', name) as Promise<void>,
      keys: () => call('keys') as ReturnType<StoredValues['keys']>,
      usage: () => call('usage') as ReturnType<StoredValues['usage']>,
      onChange: listener => {
        // Storage of this device changes nowhere else.
        if (!sync) return disposable(() => undefined)
        this.watchers.add(listener)
        void call('watch').catch(error => console.error(error.message))
        return disposable(() => void this.watchers.delete(listener))
      },
    }
  }

  changed(keys: readonly string[]): void {
    for (const watcher of [...this.watchers]) {
      try {
        watcher(keys)
      } catch (error) {
        console.error('A listener of the storage failed', error)
      }
    }
  }
}
