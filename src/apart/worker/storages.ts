/** The plugin's storages, which are in the page: one for equal options, however often it is opened. */
import type { StorageOptions, StoredValues } from '../../core/kernel/data/plugin-storage.js'
import { disposable } from '../../core/platform/disposable.js'
import type { Channel } from '../protocol.js'

type Watcher = (keys: readonly string[]) => void

interface Opened {
  readonly number: number
  /** The page calls them before it answers. */
  migrations: NonNullable<StorageOptions['migrations']>
  readonly watchers: Set<Watcher>
}

export class Storages {
  private readonly opened = new Map<string, Opened>()

  constructor(private readonly channel: Channel) {}

  open({ migrations = {}, ...options }: StorageOptions = {}): StoredValues {
    const steps = Object.keys(migrations).map(Number)
    const sent = { ...options, steps }
    const key = JSON.stringify(Object.entries(sent).sort())
    const known = this.opened.get(key) ?? { number: this.opened.size + 1, migrations, watchers: new Set() }
    known.migrations = migrations
    this.opened.set(key, known)
    const { number, watchers } = known
    const call = (method: string, ...args: readonly unknown[]): Promise<unknown> =>
      this.channel.call('storage', [number, sent, method, args])
    return {
      get: <T>(name: string) => call('get', name) as Promise<T | undefined>,
      set: (name, value) => call('set', name, value) as Promise<void>,
      delete: name => call('delete', name) as Promise<void>,
      keys: () => call('keys') as ReturnType<StoredValues['keys']>,
      usage: () => call('usage') as ReturnType<StoredValues['usage']>,
      onChange: listener => {
        watchers.add(listener)
        void call('watch').catch(error => console.error(error.message))
        return disposable(() => void watchers.delete(listener))
      },
    }
  }

  migrate(number: number, step: number, values: Readonly<Record<string, unknown>>): unknown {
    return this.find(number)?.migrations[step]?.(values) ?? values
  }

  changed(number: number, keys: readonly string[]): void {
    for (const watcher of [...(this.find(number)?.watchers ?? [])]) {
      try {
        watcher(keys)
      } catch (error) {
        console.error('A listener of the storage failed', error)
      }
    }
  }

  private find(number: number): Opened | undefined {
    return [...this.opened.values()].find(each => each.number === number)
  }
}
