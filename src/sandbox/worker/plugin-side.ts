/** Plugin context that sends everything over a channel. */
import { FretworkError, fretworkErrorOf, messageOf } from '../../core/platform/fretwork-error.js'
import { type Channel, type PluginStart, throttled, type Words } from '../protocol.js'
import type {
  Clock,
  Command,
  Fields,
  MidiMessage,
  NeckState,
  NoteFilter,
  Plugin,
  PluginContext,
  Position,
  SongFormat,
  Songs,
  Stop,
  Storage,
} from '../sdk.js'
import { faultOf } from './fault.js'
import { FILTER_RULE, filterTable } from './filter-table.js'
import { PanelSide } from './panel-side.js'

const DRAWS =
  'The function of panel.show runs often and must only return the panel; call this in setup or a callback'
const FILTERS = `The functions of midi.filter run in advance for all notes, so their ${FILTER_RULE}`

/** Minimum interval between filter updates, ms. A table of all notes takes up to half a megabyte. */
export const FILTERS_EVERY_MS = 250

export function defaultsOf(fields: Fields): Record<string, string | number | boolean> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.default]))
}

type Send = Pick<Channel, 'call' | 'say'>
type AnyCommand = Command<Fields>
type Listener = (...values: never[]) => unknown

export class PluginSide {
  readonly commands = new Map<string, AnyCommand>()
  readonly panel: PanelSide
  private readonly listeners = new Map<string, Set<Listener>>()
  private readonly formats = new Map<number, SongFormat>()
  private readonly filters = new Map<number, { readonly filter: NoteFilter; readonly added: Error }>()
  private readonly stores = new Map<string, unknown>()
  private settings: object
  private words: Words
  private isSetUp = false
  private readonly sendFilters = throttled(
    FILTERS_EVERY_MS,
    () => this.filters.forEach((_, number) => void this.sendFilter(number)),
    (run, ms) => this.clock.after(ms, run),
  )
  private last = 0
  private readonly channel: Send
  /** Why the running function must not call the app; undefined if it may. */
  private rule: string | undefined

  constructor(
    private readonly start: PluginStart,
    channel: Send,
    private readonly clock: Clock,
  ) {
    this.channel = {
      call: (name, args) => {
        this.checkRule()
        return channel.call(name, args)
      },
      say: (name, args) => {
        if (name !== 'log' || this.rule !== DRAWS) this.checkRule()
        channel.say(name, args)
      },
    }
    this.settings = start.settings
    this.words = start.words
    for (const [name, state] of Object.entries(start.stores)) this.stores.set(name, state)
    this.panel = new PanelSide(channel, error => this.located(error))
  }

  async setUp(definition: Plugin): Promise<void> {
    try {
      const ready = definition.setup(this.context())
      this.isSetUp = true
      await ready
    } catch (error) {
      throw this.located(error)
    }
    this.panel.redraw()
  }

  async run(id: string, args: never, control: Parameters<AnyCommand['run']>[1]): Promise<unknown> {
    const command = this.commands.get(id)
    if (!command) throw this.missing(`the command "${id}"`)
    const result = await this.guarded(() => command.run(args, control))
    if (typeof result !== 'function') return result
    throw this.wrong(`The command "${id}" returned a function instead of data; return what it should print`)
  }

  suggest(id: string, argument: string, typed: string): unknown {
    const suggest = this.commands.get(id)?.suggest?.[argument]
    return suggest ? this.guarded(() => suggest(typed)) : []
  }

  read(format: number, bytes: Uint8Array): unknown {
    const found = this.formats.get(format)
    if (!found) throw this.missing('this song format')
    return this.guarded(() => found.read(bytes))
  }

  heard(name: string, values: readonly unknown[]): void {
    if (name === 'settings') {
      this.settings = values[0] as object
      this.sendFilters()
    } else if (name === 'words') this.words = values[0] as Words
    else if (name.startsWith('store ')) this.stores.set(name.slice('store '.length), values[0])
    for (const listener of [...(this.listeners.get(name) ?? [])]) listener(...(values as never[]))
    this.panel.redraw()
  }

  private async guarded<T>(callback: () => T): Promise<Awaited<T>> {
    try {
      const running = callback()
      this.panel.redraw()
      return await running
    } catch (error) {
      throw this.located(error)
    } finally {
      this.panel.redraw()
    }
  }

  /** Wraps a callback without a caller. Errors are shown to the user. */
  private call<A extends readonly unknown[]>(callback: (...args: A) => unknown): (...args: A) => void {
    return (...args) => void this.guarded(() => callback(...args)).catch(error => this.fail(error))
  }

  fail(error: unknown): void {
    console.error(error)
    const { message, code } = this.located(error)
    this.channel.say('failed', [message, code])
  }

  private located(error: unknown): FretworkError {
    // The plugin's script has its own copy of the class, so `instanceof FretworkError` fails.
    if (error instanceof Error && error.name === 'FretworkError') return fretworkErrorOf(error)
    return new FretworkError('plugin_failed', faultOf(error, this.start.entry), { cause: error })
  }

  private missing(what: string): FretworkError {
    return new FretworkError('plugin_failed', `"${this.start.plugin}" does not have ${what}.`)
  }

  private under<T>(rule: string, run: () => T): T {
    this.rule = rule
    try {
      return run()
    } finally {
      this.rule = undefined
    }
  }

  private checkRule(): void {
    if (this.rule !== undefined) throw this.wrong(this.rule)
  }

  private listen(name: string, listener: Listener): Stop {
    this.checkRule()
    const known = this.listeners.get(name) ?? new Set()
    this.listeners.set(name, known)
    const called: Listener = this.call(listener)
    if (known.size === 0) this.ask('listen', [name])
    known.add(called)
    return () => {
      if (known.delete(called) && known.size === 0) this.channel.say('unlisten', [name])
    }
  }

  /**
   * Calls the app without waiting. Reports a rejection as an error in the plugin.
   * @param refusal its stack contains the plugin's call
   */
  private ask(name: string, args: readonly unknown[], refusal = new Error()): void {
    void this.channel.call(name, args).catch(error => {
      refusal.message = messageOf(error)
      this.fail(refusal)
    })
  }

  private use(member: string, ...args: readonly unknown[]): Promise<unknown> {
    return this.channel.call('use', [member, args])
  }

  private do(member: string, ...args: readonly unknown[]): void {
    this.ask('use', [member, args])
  }

  private sendFilter(number: number): void {
    const found = this.filters.get(number)
    if (!found) return
    try {
      const table = this.under(FILTERS, () => filterTable(found.filter))
      this.ask('filter', [number, table], found.added)
    } catch (error) {
      this.fail(error)
    }
  }

  private context(): PluginContext<never> {
    const { channel, clock, panel } = this
    const timer = (kind: 'after' | 'every', least: number) => (ms: number, run: () => void) => {
      this.checkRule()
      if (!(ms >= least)) throw this.wrong(`clock.${kind} needs a time of at least ${least} ms, not ${ms}`)
      return clock[kind](ms, this.call(run))
    }
    const context: PluginContext = {
      t: (text, values = {}) => {
        const { sentences } = this.words
        const found = Object.hasOwn(sentences, text) ? (sentences[text] ?? text) : text
        return found.replace(/{{\s*(\w+)\s*}}/g, (gap, name: string) => String(values[name] ?? gap))
      },
      clock: {
        now: () => {
          if (this.rule === FILTERS) this.checkRule()
          return clock.now()
        },
        after: timer('after', 0),
        every: timer('every', 1),
      },
      commands: {
        add: (id, command) => {
          if (this.isSetUp) throw this.late('commands.add')
          if (this.commands.has(id)) throw this.wrong(`The command "${id}" is added twice`)
          this.commands.set(id, command as unknown as AnyCommand)
        },
        run: (id, args) => {
          if (id.includes('.')) return channel.call('command', [id, args])
          const fields = this.commands.get(id)?.args
          const given = fields ? { ...defaultsOf(fields), ...args } : args
          return channel.call('command', [`${this.start.plugin}.${id}`, given])
        },
      },
      panel: {
        show: (draw, place) => {
          if (this.isSetUp) throw this.late('panel.show')
          if (panel.place) throw this.wrong('panel.show is called twice, but a plugin has one panel')
          panel.set(() => this.under(DRAWS, draw), place?.on ?? 'fretboard', new Error())
        },
        redraw: () => {
          this.checkRule()
          panel.redraw()
        },
      },
      settings: {
        get: () => this.settings as never,
        set: change => {
          this.ask('settings', [change])
          this.settings = { ...this.settings, ...change }
        },
        onChange: listener => this.listen('settings', () => listener(this.settings as never)),
      },
      storage: this.storage(true),
      deviceStorage: this.storage(false),
      midi: this.midi(),
      neck: this.neck(),
      songs: this.songs(),
      network: {
        fetch: async (address, options) => (await this.use('network.fetch', address, options)) as never,
      },
      page: {
        copy: async text => void (await this.use('page.copy', text)),
        save: async (name, content) => void (await this.use('page.save', name, content)),
      },
      account: { user: () => this.stores.get('account') as { readonly name: string } | undefined },
      notify: (text, kind = 'info') => {
        if (typeof text !== 'string') throw this.wrong(`notify needs a text, not ${typeof text}`)
        channel.say('notice', [kind, text])
      },
      log: text => channel.say('log', [text]),
    }
    return context as unknown as PluginContext<never>
  }

  private late(what: string): Error {
    return this.wrong(`${what} must be called in setup, before the first await`)
  }

  private wrong(message: string): Error {
    return new FretworkError('apart_refused', faultOf(new Error(message), this.start.entry))
  }

  private storage(synced: boolean): Storage {
    const ask = (method: string, ...args: readonly unknown[]) =>
      this.channel.call('storage', [synced, method, args]) as Promise<never>
    return {
      get: key => ask('get', key),
      set: async (key, value) => void (await ask('set', key, value)),
      delete: async key => void (await ask('delete', key)),
      keys: () => ask('keys'),
      onChange: listener => this.listen(synced ? 'storage' : 'deviceStorage', listener as Listener),
    }
  }

  private midi(): PluginContext['midi'] {
    const onMessage = (listener: (message: MidiMessage & { readonly string?: number }) => void) =>
      this.listen('midi', listener as Listener)
    return {
      onMessage,
      onNote: listener =>
        onMessage(({ bytes, at, port, string }) => {
          // The whole MIDI parser would add 0.5 kB to the worker.
          const [status = 0, note = 0, velocity = 0] = bytes
          const kind = status >> 4
          if (bytes.length !== 3 || (kind !== 8 && kind !== 9)) return
          const on = kind === 9 && velocity > 0
          const played = { on, note, velocity: velocity / 127, channel: (status & 15) + 1, at, port }
          listener({ ...played, ...(string && { string }) })
        }),
      filter: filter => {
        this.checkRule()
        const number = ++this.last
        this.filters.set(number, { filter, added: new Error() })
        this.sendFilter(number)
        return () => {
          this.filters.delete(number)
          this.channel.say('unfilter', [number])
        }
      },
      receive: bytes => this.ask('receive', [bytes]),
      play: (note, ms = 500, { velocity: attack, ...options } = {}) =>
        this.do('midi.play', note, { ...options, duration: ms, ...(attack !== undefined && { attack }) }),
      noteOn: (note, { velocity: attack, ...options } = {}) =>
        this.do('midi.noteOn', note, { ...options, ...(attack !== undefined && { attack }) }),
      noteOff: (note, { velocity: release, ...options } = {}) =>
        this.do('midi.noteOff', note, { ...options, ...(release !== undefined && { release }) }),
      send: bytes => this.do('midi.send', bytes),
    }
  }

  private neck(): PluginContext['neck'] {
    const { stores } = this
    return {
      state: () => stores.get('neck') as NeckState | undefined,
      now: () => (stores.get('now') ?? { notes: [], chord: '' }) as never,
      selection: () => (stores.get('selection') ?? []) as readonly Position[],
      onChange: listener => {
        const ends = ['neck', 'now', 'selection'].map(name => this.listen(`store ${name}`, listener))
        return () => ends.forEach(end => void end())
      },
      mark: marks => this.ask('marks', [marks]),
      play: position => this.do('neck.play', position),
      strum: positions => this.do('neck.strum', positions),
    }
  }

  private songs(): PluginContext['songs'] {
    return {
      addFormat: format => {
        const number = ++this.last
        this.formats.set(number, format)
        const { title, extensions } = format
        const odd = extensions.find(each => !/^\.[a-z0-9]{1,20}$/.test(each))
        if (odd !== undefined)
          throw this.wrong(`"${odd}" must be an extension in lowercase with its dot, such as ".lines"`)
        this.ask('format', [number, { title, extensions }])
        return () => {
          this.formats.delete(number)
          this.channel.say('unformat', [number])
        }
      },
      current: () => this.stores.get('song') as ReturnType<Songs['current']>,
      onChange: listener => this.listen('store song', listener),
      play: () => this.do('songs.play'),
      stop: () => this.do('songs.stop'),
      seek: ms => this.do('songs.seek', ms),
      position: async () => (await this.use('songs.position')) as number,
    }
  }
}
