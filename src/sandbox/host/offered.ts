/** App methods and states exposed through the SDK's context. */
import type { Session } from '../../core/auth/session.js'
import { AUTH, NETWORK, PAGE } from '../../core/kernel/tokens.js'
import type { ReadonlyStore } from '../../core/platform/store.js'
import type { PermissionId, Token } from '../../core/platform/token.js'
import { parseNoteName, pitchClass } from '../../music/guitar/note-name.js'
import {
  NECK_PLAYER,
  NECK_VIEW,
  type NeckMark,
  type NeckView,
  NOW,
  type Now,
  SELECTION,
  type Selection,
} from '../../plugins/fretboard/tokens.js'
import { MIDI_INPUT, MIDI_OUTPUT } from '../../plugins/midi-io/tokens.js'
import { SONG_SESSION, type SongSession } from '../../plugins/player/tokens.js'
import type { Neck, NeckState, PluginContext, Songs } from '../sdk.js'
import { isMidiMessage, isWhole, MIDI_MESSAGE_WANTED } from './data.js'

export interface OfferedMethod {
  readonly token: Token<unknown>
  readonly method: string
  /** Required permission, if the service itself requires none. */
  readonly needs?: PermissionId
  /** Checks the arguments, which are not type-checked in the sandbox. */
  readonly fits: (args: readonly unknown[]) => boolean
  /** Describes the required arguments in the error message. */
  readonly wants: string
}

function method<T>(
  token: Token<T>,
  name: keyof T & string,
  wants = '',
  fits: OfferedMethod['fits'] = () => true,
  needs?: PermissionId,
): OfferedMethod {
  return { token, method: name, fits, wants, ...(needs && { needs }) }
}

const CHORD = 32
const MARKS = 500
const LABEL = 8

function isPosition(value: unknown): value is object {
  const { string, fret } = Object(value) as Readonly<Record<string, unknown>>
  return isWhole(string, 1) && isWhole(fret, 0)
}

const POSITION = 'a position { string, fret } is needed, with string 1 as the highest'

function arePositions(value: unknown, most = CHORD): value is readonly object[] {
  return Array.isArray(value) && value.length <= most && value.every(isPosition)
}

function isOnChannel([, options]: readonly unknown[]): boolean {
  const { channel = 1 } = Object(options) as { readonly channel?: unknown }
  return isWhole(channel, 1, 16)
}

const CHANNEL = ['the channel must be from 1 to 16', isOnChannel] as const
const POSITIONS = `a list of up to ${CHORD} positions is needed`
const FILE = 'a file name, and a text or Uint8Array are needed'

const isText = (value: unknown) => typeof value === 'string'
const isFile = ([name, content]: readonly unknown[]) =>
  isText(name) && (isText(content) || content instanceof Uint8Array)

export const METHODS: Readonly<Record<string, OfferedMethod>> = {
  'midi.play': method(MIDI_OUTPUT, 'playNote', ...CHANNEL),
  'midi.noteOn': method(MIDI_OUTPUT, 'noteOn', ...CHANNEL),
  'midi.noteOff': method(MIDI_OUTPUT, 'noteOff', ...CHANNEL),
  'midi.send': method(MIDI_OUTPUT, 'send', MIDI_MESSAGE_WANTED, ([bytes]) => isMidiMessage(bytes)),
  'neck.play': method(NECK_PLAYER, 'play', POSITION, ([position]) => isPosition(position)),
  'neck.strum': method(NECK_PLAYER, 'strum', POSITIONS, ([positions]) => arePositions(positions)),
  'songs.play': method(SONG_SESSION, 'play'),
  'songs.stop': method(SONG_SESSION, 'stop'),
  'songs.seek': method(SONG_SESSION, 'seek', 'a time in ms is needed', ([ms]) => Number.isFinite(ms)),
  'songs.position': method(SONG_SESSION, 'positionMs'),
  'network.fetch': method(NETWORK, 'fetch'),
  'page.copy': method(PAGE, 'copyText', 'a text is needed', ([text]) => isText(text), 'clipboard'),
  'page.save': method(PAGE, 'saveFile', FILE, isFile, 'files'),
}

export interface OfferedStore {
  readonly token: Token<unknown>
  readonly open: (service: never) => ReadonlyStore<unknown>
  readonly show: (state: never) => unknown
}

function store<T, S, Shown>(
  token: Token<T>,
  open: (service: T) => ReadonlyStore<S>,
  show: (state: S) => Shown,
): OfferedStore {
  return { token, open, show }
}

export const STORES: Readonly<Record<string, OfferedStore>> = {
  neck: store(
    NECK_VIEW,
    (view: ReadonlyStore<NeckView>) => view,
    ({ tuning, capo, fretMin, fretMax, scale }): NeckState => {
      const tonic = parseNoteName(scale.tonic)
      return {
        ...{ strings: tuning.strings, tuning: tuning.name, capo, fretMin, fretMax },
        ...(tonic !== undefined && { tonic: pitchClass(tonic) }),
        scale: scale.notes.flatMap(({ inScale }, index) => (inScale ? index : [])),
      }
    },
  ),
  now: store(
    NOW,
    (now: ReadonlyStore<Now>) => now,
    ({ notes, chord }): ReturnType<Neck['now']> => ({
      notes: notes.map(({ name }) => name),
      chord: chord.name,
    }),
  ),
  selection: store(
    SELECTION,
    ({ positions }: Selection) => positions,
    positions => positions,
  ),
  song: store(
    SONG_SESSION,
    ({ view }: SongSession) => view,
    ({ song, playing }): ReturnType<Songs['current']> =>
      song && { title: song.title, lengthMs: song.lengthMs, playing },
  ),
  account: store(
    AUTH,
    ({ state }: { readonly state: ReadonlyStore<Session> }) => state,
    // Omit the session's tokens.
    ({ user }): ReturnType<PluginContext['account']['user']> => user && { name: user.name },
  ),
}

/** Services behind the context, which an external plugin loads on demand. */
export const SERVICES: readonly Token<unknown>[] = [
  ...new Set([...Object.values(METHODS), ...Object.values(STORES)].map(({ token }) => token)),
  MIDI_INPUT,
].filter(({ id }) => !id.startsWith('core.'))

const LOOKS: readonly unknown[] = ['outline', 'awaited', 'pin', 'right', 'wrong'] satisfies NeckMark['look'][]

export const WANTED_MARKS = `up to ${MARKS} marks { string, fret, look, label } are needed, with string 1 as the highest, a look of ${LOOKS.join(', ')}, and labels of up to ${LABEL} characters`

export function areMarks(value: unknown): value is readonly NeckMark[] {
  if (!arePositions(value, MARKS)) return false
  return value.every(mark => {
    const { look, label = '' } = mark as Partial<Record<keyof NeckMark, unknown>>
    return LOOKS.includes(look) && typeof label === 'string' && label.length <= LABEL
  })
}
