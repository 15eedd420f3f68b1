/** Entry point of `@fretwork/sdk`: a plugin is one object with a `setup` function. */
import type { Position } from '../music/guitar/position.js'
import type { Panel } from './panel.js'

export { FretworkError } from '../core/platform/fretwork-error.js'
export { noteName, parseNoteName, pitchClass } from '../music/guitar/note-name.js'
export { type Position, pitchAt, positionsOf } from '../music/guitar/position.js'
export type { Panel, PanelButton, PanelField } from './panel.js'

/** Reasons for the requested permissions, shown to users before they enable the plugin. */
export interface PluginPermissions {
  readonly 'midi-in'?: string
  readonly 'midi-out'?: string
  readonly songs?: string
  readonly account?: string
  readonly clipboard?: string
  readonly files?: string
  /** Runs other plugins' commands. */
  readonly commands?: string
  /** Hosts such as `api.example.org`, or `*.example.org` for all subdomains. */
  readonly network?: { readonly hosts: readonly string[]; readonly reason: string }
}

/** A setting, or an argument of a command. The type of `default` is the type of the value. */
export type Field =
  | {
      readonly title: string
      readonly default: number
      readonly min?: number
      readonly max?: number
      /** Default: 1, for whole numbers. */
      readonly step?: number
      readonly unit?: string
    }
  | { readonly title: string; readonly default: boolean }
  | { readonly title: string; readonly default: string; readonly choices?: Readonly<Record<string, string>> }

export type Fields = Readonly<Record<string, Field>>

/** Values of fields, by name. */
export type Values<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends { readonly choices: infer Choices }
    ? keyof Choices
    : F[Name]['default'] extends number
      ? number
      : F[Name]['default'] extends boolean
        ? boolean
        : string
}

export interface Plugin<S extends Fields = Fields> {
  /** Lowercase letters, digits and hyphens: `tap-tempo`. */
  readonly id: string
  readonly title: string
  readonly description?: string
  /** `{}` if the plugin needs none. */
  readonly permissions: PluginPermissions
  readonly settings?: S
  /** Translations by language and English text: `{ de: { Taps: 'Anschläge' } }`. */
  readonly translations?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Registers commands, listeners and the panel. Must finish within five seconds. */
  setup(context: PluginContext<S>): void | Promise<void>
}

/**
 * Defines a plugin. Use it as the default export of its module.
 * @example
 * plugin({
 *   ...{ id: 'hello', title: 'Hello', permissions: {} },
 *   setup: ({ commands, notify }) => commands.add('greet', { title: 'Greet', run: () => notify('Hello!') }),
 * })
 */
export function plugin<const S extends Fields>(definition: Plugin<S>): Plugin<S> {
  return definition
}

/** Removes a listener, timer or filter. All of them are removed when the plugin stops. */
export type Stop = () => void

/** API for plugins. All registrations are removed when the plugin stops. */
export interface PluginContext<S extends Fields = Fields> {
  /** Translates an English string. `{{name}}` is replaced by a value. */
  t(text: string, values?: Readonly<Record<string, string | number>>): string
  readonly clock: Clock
  readonly commands: Commands
  readonly panel: Panels
  readonly settings: Settings<S>
  /** Synced with the user's other devices; up to 100 KB. */
  readonly storage: Storage
  /** Only on this device; up to 5 MB. */
  readonly deviceStorage: Storage
  readonly midi: Midi
  readonly neck: Neck
  readonly songs: Songs
  readonly network: Network
  readonly page: {
    /** Permission `clipboard`. */
    copy(text: string): Promise<void>
    /** Permission `files`. */
    save(name: string, content: string | Uint8Array): Promise<void>
  }
  readonly account: {
    /** Permission `account`. `undefined` for guests. */
    user(): { readonly name: string } | undefined
  }
  /** Shows a message after the plugin's title. */
  notify(text: string, kind?: 'info' | 'success' | 'warning' | 'error'): void
  /** Writes to the console and the app's log. */
  log(text: string): void
}

export interface Clock {
  /** Time in ms, comparable with the times of MIDI events. */
  now(): number
  after(ms: number, run: () => void): Stop
  every(ms: number, run: () => void): Stop
}

export interface Commands {
  /** Adds a command to the palette. Call this in `setup`, before the first `await`. */
  add<const A extends Fields = Record<never, never>>(id: string, command: Command<A>): void
  /** Runs a command: `tap` of this plugin, or `player.toggle-playing` with the permission `commands`. */
  run(id: string, args?: object): Promise<unknown>
}

export interface Command<A extends Fields> {
  readonly title: string
  readonly description?: string
  /** Search synonyms, separated by commas. */
  readonly words?: string
  /** Keyboard shortcuts such as `$mod+k`, `shift+d` or `g c`; `$mod` is ⌘ on a Mac and Ctrl otherwise. */
  readonly keys?: readonly string[]
  readonly args?: A
  /** Suggestions for text arguments, by argument. */
  readonly suggest?: { readonly [Name in keyof A]?: (typed: string) => Suggestions | Promise<Suggestions> }
  /** Behavior if the command is already running; default: `refuse`. */
  readonly busy?: 'refuse' | 'queue' | 'restart' | 'parallel'
  run(
    args: Values<A>,
    control: {
      /** Aborted when the user cancels the command or the plugin stops. */
      readonly signal: AbortSignal
      /** @param fraction 0–1, or `undefined` if unknown */
      progress(fraction: number | undefined, text?: string): void
    },
  ): unknown
}

export type Suggestions = readonly { readonly value: string; readonly label: string }[]

export interface Panels {
  /**
   * Shows a panel. `draw` runs again after each callback, and the app draws the result. Call this once, in
   * `setup`.
   */
  show(draw: () => Panel, place?: { readonly on?: 'fretboard' | 'page' }): void
  /** Draws the panel again during a long callback. */
  redraw(): void
}

export interface Settings<S extends Fields> {
  get(): Values<S>
  set(change: Partial<Values<S>>): void
  onChange(listener: (now: Values<S>) => void): Stop
}

export interface Storage {
  /** @returns `undefined` if nothing is stored */
  get<T = unknown>(key: string): Promise<T | undefined>
  /** @throws FretworkError `storage_full`, `storage_value` for a value that is not JSON, `storage_key` */
  set(key: string, value: unknown): Promise<void>
  delete(key: string): Promise<void>
  keys(): Promise<readonly string[]>
  /** Called with the keys that have changed in another tab or on another device. */
  onChange(listener: (keys: readonly string[]) => void): Stop
}

export interface MidiNote {
  readonly on: boolean
  /** MIDI note, 0–127. */
  readonly note: number
  /** 0–1 */
  readonly velocity: number
  /** 1–16 */
  readonly channel: number
  /** Time in ms, comparable with `clock.now()`. */
  readonly at: number
  readonly port: string
  /** Guitar string, 1 (highest) to 16, if the device sends it. */
  readonly string?: number
}

export interface MidiMessage {
  /** Status byte first. */
  readonly bytes: readonly number[]
  /** Time in ms, comparable with `clock.now()`. */
  readonly at: number
  readonly port: string
}

export interface NoteOptions {
  /** Above 0, up to 1; default: the user's setting. */
  readonly velocity?: number
  /** 1–16; default: the user's setting. */
  readonly channel?: number
  /** Time in ms, on the plugin's clock; default: now. */
  readonly at?: number
}

export interface NoteFilter {
  /** Returns `false` to drop all messages of a channel, 1–16. */
  accepts?(channel: number): boolean
  /** Returns the notes to play instead of a note; an empty list drops it. */
  change?(note: { readonly channel: number; readonly note: number }): readonly {
    /** 0–127; other notes are dropped. */
    readonly note: number
    /** 1–16; default: the channel of the played note. */
    readonly channel?: number
    /** Factor for the velocity; default: 1. */
    readonly velocity?: number
  }[]
}

export interface Midi {
  /** Permission `midi-in`. */
  onNote(listener: (note: MidiNote) => void): Stop
  /** Permission `midi-in`. */
  onMessage(listener: (message: MidiMessage) => void): Stop
  /**
   * Changes notes from MIDI devices before the app receives them. The functions are called for every channel
   * and note when the filter is added and when settings change, so they must not depend on the time.
   * Note-offs follow their note-ons. Permission `midi-in`.
   */
  filter(filter: NoteFilter): Stop
  /** Plays like a MIDI device, for loopers, arpeggiators and virtual keyboards. Permission `midi-in`. */
  receive(bytes: readonly number[]): void
  /** Plays a note. Permission `midi-out`. @param ms length in ms; default: 500 */
  play(note: number, ms?: number, options?: NoteOptions): void
  /** Permission `midi-out`. */
  noteOn(note: number, options?: NoteOptions): void
  /** Permission `midi-out`. */
  noteOff(note: number, options?: NoteOptions): void
  /** Sends a message unchanged. Permission `midi-out`. */
  send(bytes: readonly number[]): void
}

export interface NeckMark extends Position {
  readonly look: 'outline' | 'awaited' | 'pin' | 'right' | 'wrong'
  /** Up to eight characters. */
  readonly label?: string
}

export interface NeckState {
  /** Open strings as MIDI notes, string 1 (the highest) first. Pass the state to `pitchAt` and `positionsOf`. */
  readonly strings: readonly number[]
  readonly tuning: string
  readonly capo: number
  readonly fretMin: number
  readonly fretMax: number
  /** Pitch class of the scale's tonic, 0 (C) to 11; `undefined` without a scale. */
  readonly tonic?: number
  /** Pitch classes of the scale, 0 (C) to 11. */
  readonly scale: readonly number[]
}

export interface Neck {
  /** `undefined` until a neck is shown. */
  state(): NeckState | undefined
  /** Names of the sounding notes and their chord. During silence, the selected notes count as sounding. */
  now(): { readonly notes: readonly string[]; readonly chord: string }
  selection(): readonly Position[]
  /** Called when the neck, its notes or the selection change. */
  onChange(listener: () => void): Stop
  /** Replaces the plugin's marks on the neck; an empty list removes them. */
  mark(marks: readonly NeckMark[]): void
  play(position: Position): void
  strum(positions: readonly Position[]): void
}

/** Song data with times in seconds. All other JSON song fields are also allowed. */
export interface SongData {
  readonly title?: string
  readonly tracks: readonly {
    readonly name?: string
    readonly notes: readonly {
      /** MIDI note, 0–127. */
      readonly midi: number
      readonly time: number
      readonly duration: number
      /** 0–1 */
      readonly velocity?: number
    }[]
  }[]
}

export interface SongFormat {
  readonly title: string
  /** Lowercase, with the dot: `.lines`. */
  readonly extensions: readonly string[]
  /** @throws FretworkError with one sentence for the user */
  read(bytes: Uint8Array): SongData | Promise<SongData>
}

export interface Songs {
  /** Adds a song format. Needs no permission. */
  addFormat(format: SongFormat): Stop
  /** Permission `songs`. */
  current(): { readonly title: string; readonly lengthMs: number; readonly playing: boolean } | undefined
  /** Permission `songs`. */
  onChange(listener: () => void): Stop
  /** Permission `songs`. */
  play(): void
  /** Permission `songs`. */
  stop(): void
  /** Permission `songs`. */
  seek(ms: number): void
  /** Position in ms. Permission `songs`. */
  position(): Promise<number>
}

export interface Network {
  /** Permission `network` for the host. @throws FretworkError `network_…` */
  fetch<const As extends 'text' | 'json' | 'bytes' = 'text'>(
    address: string,
    options?: {
      /** Default: `GET`. */
      readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string | Uint8Array
      /** Default: `text`. */
      readonly as?: As
    },
  ): Promise<{
    readonly status: number
    readonly ok: boolean
    readonly headers: Readonly<Record<string, string>>
    /** String, parsed JSON or bytes, depending on `as`. */
    readonly body: As extends 'text' ? string : As extends 'bytes' ? Uint8Array : unknown
  }>
}
