import type { Session } from '../../core/auth/session.js'
import type { EventType } from '../../core/events/event-bus.js'
import { AUTH, NETWORK, PAGE } from '../../core/kernel/tokens.js'
import type { ExtensionPoint, PermissionId, Token } from '../../core/platform/token.js'
import {
  FRETBOARD_PANELS,
  NECK_LAYERS,
  NECK_PLAYER,
  NECK_VIEW,
  type NeckMark,
  NOW,
  SELECTION_CHANGED,
  TUNING_LIST,
} from '../../plugins/fretboard/tokens.js'
import { SONG_FORMATS } from '../../plugins/midi-file/tokens.js'
import { MIDI_EVENT, MIDI_OUTPUT, MIDI_SENT, MIDI_TICK } from '../../plugins/midi-io/tokens.js'
import { SONG_CLOSED, SONG_OPENED, SONG_PLAYING, SONG_SESSION } from '../../plugins/player/tokens.js'
import { METRONOME, TAKE_ENDED } from '../../plugins/practice/tokens.js'

export interface OfferedService {
  readonly id: string
  readonly token: Token<unknown>
  readonly calls: readonly string[]
  /** Names of the properties that are stores; `''` if the service itself is a store. */
  readonly stores: readonly string[]
  readonly shows?: (value: never) => unknown
  readonly needs?: Readonly<Record<string, PermissionId>>
  /** Validates the arguments of each method, because sandboxed callers are not type-checked. */
  readonly takes?: Readonly<Record<string, (args: readonly unknown[]) => boolean>>
}

interface ServiceParts<Member extends string> {
  readonly calls?: readonly Member[]
  readonly stores?: readonly Member[] | ''
  readonly needs?: Partial<Record<Member, PermissionId>>
  readonly takes?: Partial<Record<Member, (args: readonly unknown[]) => boolean>>
  readonly shows?: (value: never) => unknown
}

function service<T>(token: Token<T>, parts: ServiceParts<keyof T & string>): OfferedService {
  const { stores = [] } = parts
  const followed = stores === '' ? [''] : stores
  return { id: token.id, token, calls: [], ...parts, stores: followed } as OfferedService
}

const PLACES = 500
const CHORD = 32

function isPlace(value: unknown): value is object {
  const { string, fret } = Object(value) as Readonly<Record<string, unknown>>
  return Number.isInteger(string) && Number.isInteger(fret)
}

function arePlaces(value: unknown, most = CHORD): value is readonly object[] {
  return Array.isArray(value) && value.length <= most && value.every(isPlace)
}

const NOTES = ['noteOn', 'noteOff', 'playNote', 'controlChange', 'volume', 'modulation', 'pan'] as const
const CHANNEL = ['hold', 'pitchBend', 'pitchBendRange', 'programChange', 'send', 'silence'] as const

export const SERVICES: readonly OfferedService[] = [
  service(MIDI_OUTPUT, { calls: [...NOTES, ...CHANNEL] }),
  service(NECK_VIEW, { stores: '' }),
  service(TUNING_LIST, { stores: '' }),
  service(NOW, { stores: '' }),
  service(NECK_PLAYER, {
    calls: ['play', 'together', 'strum'],
    takes: {
      play: ([position]) => isPlace(position),
      together: ([positions]) => arePlaces(positions),
      strum: ([positions]) => arePlaces(positions),
    },
  }),
  service(METRONOME, { calls: ['start', 'stop'], stores: ['view'] }),
  service(SONG_SESSION, {
    calls: ['play', 'stop', 'seek', 'show', 'positionMs', 'barNow'],
    takes: {
      seek: ([ms]) => Number.isFinite(ms),
      show: ([track]) => track === 'all' || Number.isInteger(track),
    },
  }),
  service(NETWORK, { calls: ['fetch'] }),
  // Does not expose the session's tokens.
  service(AUTH, {
    stores: ['state'],
    shows: ({ status, user }: Session) => ({
      ...{ status, busy: false },
      user: user && { name: user.name, claims: { features: user.claims?.features ?? [] } },
    }),
  }),
  service(PAGE, {
    calls: ['copyText', 'saveFile'],
    needs: { copyText: 'clipboard', saveFile: 'files' },
    takes: {
      copyText: ([text]) => typeof text === 'string',
      saveFile: ([name, content]) =>
        typeof name === 'string' && (typeof content === 'string' || content instanceof Uint8Array),
    },
  }),
]

export interface OfferedPoint {
  readonly point: ExtensionPoint<unknown>
  readonly stores: readonly string[]
  readonly calls: readonly string[]
  readonly data: readonly string[]
  readonly fits?: (state: unknown) => boolean
}

function point<T>(
  of: ExtensionPoint<T>,
  members: {
    stores?: readonly (keyof T & string)[]
    calls?: readonly (keyof T & string)[]
    data: readonly (keyof T & string)[]
    fits?: (state: unknown) => boolean
  },
): OfferedPoint {
  return { point: of as ExtensionPoint<unknown>, stores: [], calls: [], ...members }
}

const LOOKS: readonly unknown[] = ['outline', 'awaited', 'pin', 'right', 'wrong'] satisfies NeckMark['look'][]
const LABEL = 8

function areMarks(state: unknown): boolean {
  if (!arePlaces(state, PLACES)) return false
  return state.every(mark => {
    const { look, label = '' } = mark as Partial<Record<keyof NeckMark, unknown>>
    return LOOKS.includes(look) && typeof label === 'string' && label.length <= LABEL
  })
}

export const POINTS: readonly OfferedPoint[] = [
  point(NECK_LAYERS, { data: ['id', 'order'], stores: ['marks'], fits: areMarks }),
  point(FRETBOARD_PANELS, { data: ['id', 'order', 'plugin', 'screen'] }),
  point(SONG_FORMATS, { data: ['id', 'title', 'extensions', 'writes'], calls: ['read', 'write'] }),
]

/** Core events that sandboxed plugins may use, in addition to their own. */
export const EVENTS_OFFERED: readonly EventType<unknown>[] = [
  ...[MIDI_EVENT, MIDI_TICK, MIDI_SENT, SELECTION_CHANGED],
  ...[SONG_OPENED, SONG_CLOSED, SONG_PLAYING, TAKE_ENDED],
]
