/** App side of the channel to a plugin. Incoming data is never trusted. */
import type { PluginContext, PluginManifest } from '../../core/kernel/plugin.js'
import type { Kernel } from '../../core/kernel/tokens.js'
import { CLOCK, EVENTS, SETTINGS } from '../../core/kernel/tokens.js'
import { PLUGIN_STORAGE } from '../../core/permissions/plugin-storage.js'
import { FretworkError } from '../../core/platform/fretwork-error.js'
import { createStore, type Disposable } from '../../core/platform/store.js'
import { type PermissionId, permissionFor } from '../../core/platform/token.js'
import { noteOn, parseMidiMessage } from '../../music/midi/midi-message.js'
import { parseSong, type Song, SongError } from '../../music/song/song.js'
import { NECK_LAYERS, type NeckMark } from '../../plugins/fretboard/tokens.js'
import { SONG_FORMATS } from '../../plugins/midi-file/tokens.js'
import { MIDI_EVENT, MIDI_FILTERS, MIDI_INPUT, MIDI_OUTPUT, SONG_PORT } from '../../plugins/midi-io/tokens.js'
import { type Handler, throttled } from '../protocol.js'
import { channelNoteKey, type FilterTable } from '../worker/filter-table.js'
import {
  dataOf,
  isMidiMessage,
  isWhole,
  MIDI_MESSAGE_WANTED,
  misfit,
  pick,
  textOf,
  unavailable,
} from './data.js'
import { areMarks, METHODS, WANTED_MARKS } from './offered.js'

export type Say = (name: string, ...args: readonly unknown[]) => void

export interface BridgeParts {
  readonly kernel: Kernel
  readonly manifest: PluginManifest
  readonly context: PluginContext
  readonly say: Say
  readonly call: (name: string, ...args: readonly unknown[]) => Promise<unknown>
  /** Replaces script positions in a message with positions in the sources. */
  readonly located: (message: string) => Promise<string>
}

/** Time limit for reading a file, ms. */
const READ_MS = 30_000
const KINDS = ['info', 'success', 'warning', 'error'] as const
const SENTENCE = 500
const STORED = ['get', 'set', 'delete', 'keys'] as const
/** Maximum number of concurrent filters and formats. */
const ITEMS = 100
/** Maximum number of filters and formats that a plugin can add before it stops. */
const ADDED_IN_ALL = 10_000
/** Minimum interval between changes of marks, ms. More frequent changes would delay played notes. */
const MARK_EVERY_MS = 33
/** Maximum number of notes that replace one note. */
const REPLACEMENTS = 8
const WANTED_FILTER = `change must return up to ${REPLACEMENTS} notes from 0 to 127, on channels 1 to 16`

export function bridge(parts: BridgeParts): Readonly<Record<string, Handler>> {
  const { kernel, manifest, context, say, located } = parts
  const { id, title } = manifest
  const { scope, log } = context
  const section = manifest.contributes?.settings?.[0]
  const heard = new Map<string, Disposable>()
  let isReceiving = false

  const need = (permission: PermissionId | undefined, what: string) => {
    if (permission === undefined || kernel.host.grants.has(manifest, permission)) return
    if (Object.hasOwn(manifest.permissions ?? {}, permission)) {
      const message = `“${title}” may not use ${what}, because the permission "${permission}" is not granted.`
      throw new FretworkError('permission_refused', message)
    }
    const message = `${what} needs the permission "${permission}"; add it to the permissions of "${id}", with a reason.`
    throw new FretworkError('permission_undeclared', message)
  }
  const notice = (kind: unknown, text: string, topic: string) =>
    kernel.notices.post({
      kind: KINDS.find(each => each === kind) ?? 'info',
      source: 'app',
      // Prefix the plugin name, so that a plugin cannot impersonate the app.
      message: '{{plugin}}: {{sentence}}',
      values: { plugin: title, sentence: textOf(text, SENTENCE) },
      topic: `${id} ${topic}`,
    })
  const storage = (synced: unknown) => context.get(PLUGIN_STORAGE)[synced === true ? 'account' : 'device']
  const listenTo = (name: string): Disposable | undefined => {
    if (name === 'storage' || name === 'deviceStorage')
      return storage(name === 'storage').onChange(keys => say('heard', name, keys))
    if (name !== 'midi') return undefined
    need('midi-in', 'midi.onNote')
    return context.get(EVENTS).on(MIDI_EVENT, event => {
      const { raw: bytes, at, portId: port } = event
      const string = event.kind === 'note' ? event.string : undefined
      say('heard', 'midi', { bytes, at, port, ...(string !== undefined && { string }) })
    })
  }

  const held = new Map<string, readonly unknown[]>()
  const hold = ([note, options]: readonly unknown[], isOn: boolean) => {
    const { channel } = pick(options, ['channel'])
    const key = `${note} ${channel}`
    if (isOn) held.set(key, [note, { channel }])
    else held.delete(key)
  }
  scope.onDispose(() => {
    for (const [note, options] of held.values())
      context.find(MIDI_OUTPUT)?.noteOff(note as number, options as { readonly channel?: number })
    held.clear()
  })

  return {
    log: (message: unknown) => log.info(textOf(message, 2000)),
    notice: (kind: unknown, text: unknown) => notice(kind, textOf(text, SENTENCE), 'notice'),
    failed: async (message: unknown) => {
      const text = await located(textOf(message, SENTENCE))
      log.error(text)
      notice('error', text, 'failed')
    },
    listen: (name: unknown) => {
      const event = textOf(name, 100)
      const listening = heard.has(event) ? undefined : listenTo(event)
      if (listening) heard.set(event, scope.add(listening))
    },
    unlisten: (name: unknown) => {
      const event = textOf(name, 100)
      heard.get(event)?.dispose()
      heard.delete(event)
    },
    use: async (member: unknown, args: unknown) => {
      const name = textOf(member, 60)
      const found = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined
      if (!found || !Array.isArray(args)) throw unavailable(id, name)
      need(found.needs ?? permissionFor(found.token.id), name)
      if (!found.fits(args)) throw misfit(id, name, found.wants)
      const service = Object(context.find(found.token) ?? (await context.load(found.token)))
      if (typeof service[found.method] !== 'function') throw unavailable(id, name)
      const result = dataOf(await service[found.method](...args))
      if (name === 'midi.noteOn' || name === 'midi.noteOff') hold(args, name === 'midi.noteOn')
      return result
    },
    receive: async (bytes: unknown) => {
      need('midi-in', 'midi.receive')
      if (!isMidiMessage(bytes)) throw misfit(id, 'midi.receive', MIDI_MESSAGE_WANTED)
      const input = context.find(MIDI_INPUT) ?? (await context.load(MIDI_INPUT))
      if (!isReceiving) scope.onDispose(() => input.release(id))
      isReceiving = true
      input.receive(bytes, { portId: id })
    },
    command: async (command: unknown, args: unknown) => {
      const name = textOf(command, 200)
      if (kernel.commands.find(name)?.source !== id) need('commands', `commands.run("${name}")`)
      return dataOf(await kernel.commands.attempt(name, args))
    },
    settings: (change: unknown) => {
      if (!section) throw unavailable(id, 'settings, because it declares none')
      const store = context.get(SETTINGS).store(section)
      store.change(pick(change, Object.keys(store.getState())))
    },
    storage: (synced: unknown, method: unknown, args: unknown) => {
      const name = STORED.find(each => each === method)
      if (!name || !Array.isArray(args)) throw unavailable(id, 'this storage')
      return (storage(synced)[name] as (...args: unknown[]) => unknown)(...args)
    },
    ...itemHandlers(parts, need),
  }
}

/** Handlers for marks, filters and song formats, which extend other plugins. */
function itemHandlers(
  { manifest, context, call }: BridgeParts,
  need: (permission: PermissionId, what: string) => void,
): Readonly<Record<string, Handler>> {
  const { id, title } = manifest
  const marks = createStore<readonly NeckMark[]>([])
  const clock = context.get(CLOCK)
  let pause: Disposable | undefined
  context.scope.onDispose(() => pause?.dispose())
  const setMarks = throttled(
    MARK_EVERY_MS,
    (now: readonly NeckMark[]) => marks.setState(now, true),
    (run, ms) => {
      pause = clock.after(ms, run)
    },
  )
  const items = new Map<unknown, Disposable>()
  let isMarking = false
  let added = 0

  const inTime = (reading: Promise<unknown>) =>
    new Promise((resolve, reject) => {
      const message = `“${title}” did not read the file within ${READ_MS / 1000} seconds. Disable the plugin, or report this to its author.`
      const timer = clock.after(READ_MS, () => reject(new FretworkError('song_format_slow', message)))
      reading.then(resolve, reject).finally(() => timer.dispose())
    })
  const remove = (number: unknown) => {
    items.get(number)?.dispose()
    items.delete(number)
  }
  const add = (number: unknown, item: () => Disposable) => {
    remove(number)
    if (items.size >= ITEMS || ++added > ADDED_IN_ALL) {
      const message = `"${id}" adds too many filters and song formats. Its author needs to use fewer.`
      throw new FretworkError('apart_refused', message)
    }
    items.set(number, item())
  }
  return {
    marks: (now: unknown) => {
      if (!areMarks(now)) throw misfit(id, 'neck.mark', WANTED_MARKS)
      setMarks(now)
      if (!isMarking) context.extend(NECK_LAYERS, { id, marks })
      isMarking = true
    },
    filter: (number: unknown, given: unknown) => {
      need('midi-in', 'midi.filter')
      const table = filterFrom(given)
      if (!table) throw misfit(id, 'midi.filter', WANTED_FILTER)
      add(number, () => context.extend(MIDI_FILTERS, midiFilter(`${id} ${number}`, table)))
    },
    unfilter: remove,
    format: (number: unknown, given: unknown) => {
      const { title: named, extensions } = pick(given, ['title', 'extensions'])
      const isList = Array.isArray(extensions) && extensions.length > 0 && extensions.length <= 20
      if (typeof named !== 'string' || !isList || !extensions.every(isExtension))
        throw misfit(id, 'songs.addFormat', 'a title and extensions such as ".lines" are needed')
      const title = textOf(named, 100)
      const read = async (bytes: Uint8Array) => {
        const json = await inTime(call('read', number, bytes))
        return { song: songFrom(`The song format "${title}"`, json), isComplete: true }
      }
      add(number, () => context.extend(SONG_FORMATS, { id: `${id} ${number}`, title, extensions, read }))
    },
    unformat: remove,
  }
}

/** @throws FretworkError `apart_refused` */
function songFrom(format: string, json: unknown): Song {
  const song = parseSong(json)
  if (!(song instanceof SongError)) return song
  const value = song.path.split('.').reduce((part, key) => (key === '' ? part : Object(part)[key]), json)
  const shown = typeof value === 'object' ? JSON.stringify(value).slice(0, 60) : value
  const [, needs = 'a song is { tracks: [{ notes: [{ midi, time, duration }] }] }'] =
    /: (.*)\. Export it/.exec(song.message) ?? []
  const message = `${format} returned ${shown}${song.path && ` at "${song.path}"`}: ${needs}.`
  throw new FretworkError('apart_refused', message)
}

const isExtension = (value: unknown): value is string => /^\.[a-z0-9]{1,20}$/.test(String(value))

function filterFrom(given: unknown): FilterTable | undefined {
  const { dropped, changed } = pick(given, ['dropped', 'changed'])
  if (!Array.isArray(dropped) || !dropped.every(channel => isWhole(channel, 1, 16))) return undefined
  if (typeof changed !== 'object' || changed === null) return undefined
  for (const notes of Object.values(changed)) {
    if (!Array.isArray(notes) || notes.length > 3 * REPLACEMENTS || notes.length % 3 !== 0) return undefined
    for (const [note, channel, factor] of triplesOf(notes)) {
      if (!isWhole(note, 0, 127) || !isWhole(channel, 1, 16)) return undefined
      if (!(Number.isFinite(factor) && factor >= 0)) return undefined
    }
  }
  return { dropped, changed: changed as FilterTable['changed'] }
}

function triplesOf(numbers: readonly number[]): readonly (readonly [number, number, number])[] {
  return numbers.flatMap((first, index) =>
    index % 3 === 0 ? [[first, numbers[index + 1] ?? 0, numbers[index + 2] ?? 0]] : [],
  )
}

function midiFilter(id: string, { dropped, changed }: FilterTable) {
  return {
    id,
    accepts: (bytes: ArrayLike<number>, port: string) => {
      const status = bytes[0] ?? 0
      return port === SONG_PORT || status >= 0xf0 || !dropped.includes((status & 15) + 1)
    },
    change: (bytes: ArrayLike<number>, { portId }: { readonly portId: string }) => {
      const message = portId === SONG_PORT ? undefined : parseMidiMessage(bytes)
      if (message?.type !== 'note-on') return undefined
      const { channel, note, velocity } = message
      const replacements = changed[channelNoteKey(channel, note)]
      if (!replacements) return undefined
      return triplesOf(replacements).map(([to, on, factor]) =>
        noteOn(on, to, Math.min(1, Math.max(1 / 127, velocity * factor))),
      )
    },
  }
}
