import type { Session } from '../../core/auth/session.js'
import type { ReadonlyStore } from '../../core/platform/store.js'
import type { SettingsStore } from '../../core/settings/settings.js'
import type { TakeResult } from '../practice/tokens.js'
import type { KeptTake, ProgressSettings } from './settings.js'

const MOST_TAKES = 2000

export const userOf = (auth: Pick<ReadonlyStore<Session>, 'getState'>) => auth.getState().user?.id ?? ''

export const takesOf = ({ takes }: Pick<ProgressSettings, 'takes'>, user: string): readonly KeptTake[] =>
  takes[user] ?? []

export function keepTake(settings: SettingsStore<ProgressSettings>, user: string, take: TakeResult): void {
  if (take.fragment) return
  const { takes } = settings.getState()
  const kept: KeptTake = {
    song: take.songKey,
    name: take.songName,
    ...(take.section !== undefined && { section: take.section }),
    from: take.bars.from,
    to: take.bars.to,
    at: take.startedAt,
    ms: Math.round(take.durationMs),
    tempo: take.tempo,
    // Rounded down, so that a take is never shown as better than it was.
    accuracy: Math.floor(take.accuracy * 1000 + 1e-9) / 1000,
  }
  settings.change({ takes: { ...takes, [user]: [...(takes[user] ?? []), kept].slice(-MOST_TAKES) } })
}
