import type { NetworkRequest } from '../../core/permissions/network.js'
import type { StorageOptions, StoredValues } from '../../core/permissions/plugin-storage.js'
import { FretworkError } from '../../core/platform/fretwork-error.js'
import { createStore, type Disposable, disposable, type Store } from '../../core/platform/store.js'
import type { ApartService, ApartStart, Channel, OwnCommand, Words } from '../protocol.js'

type Identified = { readonly id: string }
type Listener = (payload: unknown) => void

export class StandIns {
  readonly words: Store<Words>
  readonly commands: Store<readonly OwnCommand[]>
  readonly storages: Storages
  private readonly stores = new Map<string, Store<unknown>>()
  private readonly sections = new Map<string, Store<object>>()
  private readonly listeners = new Map<string, Set<Listener>>()
  private readonly services: Store<ReadonlyMap<string, unknown>>

  constructor(
    private readonly start: ApartStart,
    private readonly channel: Channel,
  ) {
    this.storages = new Storages(channel)
    this.words = createStore(start.words)
    this.commands = createStore(start.commands)
    for (const [id, state] of Object.entries(start.settings)) this.sections.set(id, createStore(state))
    this.services = createStore<ReadonlyMap<string, unknown>>(
      new Map<string, unknown>([
        ...Object.entries(start.services).map(([id, service]) => [id, this.standIn(id, service)] as const),
        ...Object.entries(this.core()),
      ]),
    )
  }

  find(id: string): unknown {
    return this.services.getState().get(id)
  }

  onServices(changed: () => void): () => void {
    return this.services.subscribe(changed)
  }

  readonly heard: Readonly<Record<string, (...args: never[]) => void>> = {
    store: (id: string, member: string, state: unknown) =>
      this.stores.get(`${id} ${member}`)?.setState(state, true),
    service: (id: string, service: ApartService | undefined) => {
      const now = new Map(this.services.getState())
      if (service) now.set(id, this.standIn(id, service))
      else now.delete(id)
      this.services.setState(now, true)
    },
    'storage.changed': (keys: readonly string[]) => this.storages.changed(keys),
    settings: (id: string, state: object) => this.sections.get(id)?.setState(state, true),
    words: (words: Words) => this.words.setState(words, true),
    commands: (commands: readonly OwnCommand[]) => this.commands.setState(commands, true),
    event: (id: string, payload: unknown) => {
      for (const listener of [...(this.listeners.get(id) ?? [])]) {
        try {
          listener(payload)
        } catch (error) {
          console.error(`A listener of ${id} failed`, error)
        }
      }
    },
  }

  private standIn(id: string, { calls, stores }: ApartService): unknown {
    const made = Object.entries(stores).map(([member, state]) => {
      const store = createStore<unknown>(state)
      this.stores.set(`${id} ${member}`, store)
      return [member, store] as const
    })
    const [[first, itself] = []] = made
    if (first === '') return itself
    const passed = calls.map(
      name => [name, (...args: unknown[]) => this.channel.call('service.call', [id, name, args])] as const,
    )
    return Object.fromEntries([...made, ...passed])
  }

  /** Logs to the browser console and to the app's log, for plugin authors. */
  private logError({ message }: Error): void {
    console.error(message)
    this.channel.say('log', ['error', message])
  }

  private core(): Record<string, unknown> {
    const { channel, start } = this
    return {
      'core.clock': clock(start.timeOrigin),
      'core.events': {
        on: (event: Identified, listener: Listener) => this.listen(event.id, listener),
        emit: (event: Identified, payload: unknown) => channel.say('event.emit', [event.id, payload]),
      },
      'core.commands': {
        execute: (id: string, args?: unknown) =>
          channel.call('command.run', [id, args]).then(
            value => ({ ok: true, value }),
            error => ({ ok: false, error }),
          ),
        attempt: (id: string, args?: unknown) => channel.call('command.run', [id, args]),
        setContext: (key: string, value: unknown) => channel.say('command.context', [key, value]),
      },
      'core.notices': { post: (notice: unknown) => channel.say('notice', [notice]) },
      'core.plugin-storage': { open: (options?: StorageOptions) => this.storages.open(options) },
      'core.network': this.network(),
      'core.settings': { store: (section: Identified) => this.section(section.id) },
      'core.translator': {
        spoken: this.words,
        t: (_: string, sentence: string, values?: Values) => this.t(sentence, values),
      },
    }
  }

  run(id: string, args?: unknown): void {
    this.channel.say('command.execute', [id, args])
  }

  t(sentence: string, values: Values = {}): string {
    const { sentences } = this.words.getState()
    const found = Object.hasOwn(sentences, sentence) ? (sentences[sentence] ?? sentence) : sentence
    return found.replace(/{{\s*(\w+)\s*}}/g, (gap, name: string) => String(values[name] ?? gap))
  }

  private network() {
    if (!this.start.services['core.network']) return undefined
    return {
      // A signal cannot be sent to the page, so an aborted request continues and its response is ignored.
      fetch: async (address: string, { signal, ...request }: NetworkRequest = {}) => {
        signal?.throwIfAborted()
        const answer = this.channel.call('service.call', ['core.network', 'fetch', [address, request]])
        if (!signal) return answer
        const cancelled = new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
        )
        return Promise.race([answer, cancelled])
      },
    }
  }

  private listen(id: string, listener: Listener): Disposable {
    const known = this.listeners.get(id) ?? new Set()
    if (known.size === 0) void this.channel.call('event.on', [id]).catch(error => this.logError(error))
    this.listeners.set(id, known)
    known.add(listener)
    return disposable(() => {
      known.delete(listener)
      if (known.size === 0) this.channel.say('event.off', [id])
    })
  }

  private section(id: string) {
    const store = this.sections.get(id)
    if (!store)
      throw new FretworkError('permission_refused', `The settings "${id}" belong to another plugin.`)
    const change = (partial: object) => {
      store.setState({ ...store.getState(), ...partial }, true)
      void this.channel.call('settings.change', [id, partial]).catch(error => this.logError(error))
    }
    return { ...store, change, reset: () => this.channel.say('settings.reset', [id]) }
  }
}

type Values = Readonly<Record<string, string | number>>

/** Clock that uses the page's time, like event timestamps. */
function clock(timeOrigin: number) {
  const ahead = performance.timeOrigin - timeOrigin
  return {
    now: () => performance.now() + ahead,
    date: () => new Date(),
    after: (ms: number, run: () => void) => {
      const timer = setTimeout(run, ms)
      return disposable(() => clearTimeout(timer))
    },
    every: (ms: number, run: () => void) => {
      const timer = setInterval(run, ms)
      return disposable(() => clearInterval(timer))
    },
  }
}

export class Storages {
  private readonly watchers = new Set<(keys: readonly string[]) => void>()

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
        // Device storage cannot change on another device.
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
        console.error('A storage listener failed', error)
      }
    }
  }
}
