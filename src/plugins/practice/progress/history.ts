import { getOrMake } from '../../../core/platform/store.js'
import type { KeptTake } from '../progress-settings.js'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const WEEK_DAYS = 7
const KNOWN = 0.95
const FORGOTTEN_DAYS = 5
const LATEST = 3
const SUGGESTIONS = 3

export interface DayOfPractice {
  /** Start of the day in local time, ms. */
  readonly day: number
  readonly minutes: number
  readonly takes: number
  /** Average accuracy (0–1) and average tempo (percent); 0 without takes. */
  readonly accuracy: number
  readonly tempo: number
}

const startOfDay = (ms: number) => new Date(ms).setHours(0, 0, 0, 0)

const average = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

/** Returns one entry per day, today last. */
export function byDay(takes: readonly KeptTake[], now: number, days: number): readonly DayOfPractice[] {
  const kept = new Map<number, KeptTake[]>()
  for (const take of takes) {
    const day = startOfDay(take.at)
    kept.set(day, [...(kept.get(day) ?? []), take])
  }
  const today = new Date(startOfDay(now))
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(today)
    // Days with a clock change aren't 24 hours long.
    day.setDate(today.getDate() - (days - 1 - index))
    const list = kept.get(day.getTime()) ?? []
    return {
      day: day.getTime(),
      minutes: list.reduce((sum, { ms }) => sum + ms, 0) / MINUTE_MS,
      takes: list.length,
      accuracy: average(list.map(({ accuracy }) => accuracy)),
      tempo: average(list.map(({ tempo }) => tempo)),
    }
  })
}

export function minutesOfWeek(takes: readonly KeptTake[], now: number): number {
  return byDay(takes, now, WEEK_DAYS).reduce((sum, { minutes }) => sum + minutes, 0)
}

export interface SongProgress {
  readonly song: string
  readonly name: string
  /** Takes, oldest first. */
  readonly takes: readonly KeptTake[]
  readonly sections: readonly SectionProgress[]
  readonly minutes: number
  /** Best accuracy, 0–1. */
  readonly best: number
  readonly last: number
  /** Highest tempo of a nearly perfect take, in percent. */
  readonly bestTempo: number | undefined
  readonly lastAt: number
}

type Progress = Omit<SongProgress, 'song' | 'name' | 'sections'>

export interface SectionProgress extends Progress {
  readonly section: string
}

/** Groups takes by song, most recently practiced song first. */
export function bySong(takes: readonly KeptTake[]): readonly SongProgress[] {
  const songs = new Map<string, KeptTake[]>()
  for (const take of takes) {
    getOrMake(songs, take.song, () => []).push(take)
  }
  const progress = [...songs].map(
    ([song, list]): SongProgress => ({
      ...progressOf(list),
      song,
      name: list.at(-1)?.name ?? '',
      sections: bySection(list),
    }),
  )
  return progress.sort((a, b) => b.lastAt - a.lastAt)
}

function progressOf(takes: readonly KeptTake[]): Progress {
  const latest = takes.at(-1)
  const good = takes.filter(({ accuracy }) => accuracy >= KNOWN).map(({ tempo }) => tempo)
  return {
    takes,
    minutes: takes.reduce((sum, { ms }) => sum + ms, 0) / MINUTE_MS,
    best: Math.max(...takes.map(({ accuracy }) => accuracy)),
    last: latest?.accuracy ?? 0,
    bestTempo: good.length > 0 ? Math.max(...good) : undefined,
    lastAt: latest?.at ?? 0,
  }
}

function bySection(takes: readonly KeptTake[]): readonly SectionProgress[] {
  const named = takes.filter(({ section }) => section !== undefined)
  const sections = [...new Set(named.map(({ section = '' }) => section))]
  return sections
    .map(section => ({ section, list: named.filter(take => take.section === section) }))
    .sort((a, b) => (a.list[0]?.from ?? 0) - (b.list[0]?.from ?? 0))
    .map(({ section, list }) => ({ ...progressOf(list), section }))
}

export type Suggestion =
  /** A passage with mistakes; `accuracy` is the average of the last takes, 0–1. */
  | { readonly kind: 'weak'; readonly take: KeptTake; readonly accuracy: number }
  | { readonly kind: 'slow'; readonly take: KeptTake }
  | { readonly kind: 'forgotten'; readonly take: KeptTake; readonly days: number }

/** Suggests weak passages first, then slow ones, then forgotten ones. */
export function suggestions(takes: readonly KeptTake[], now: number): readonly Suggestion[] {
  const passages = new Map<string, KeptTake[]>()
  for (const take of takes) {
    const key = `${take.song} ${take.from} ${take.to}`
    passages.set(key, [...(passages.get(key) ?? []), take].slice(-LATEST))
  }
  const found: Suggestion[] = []
  const states = [...passages.values()].flatMap(list => {
    const take = list.at(-1)
    if (!take) return []
    const accuracy = list.reduce((sum, each) => sum + each.accuracy, 0) / list.length
    return [{ take, accuracy, days: Math.floor((now - take.at) / DAY_MS) }]
  })
  const weak = states.filter(({ accuracy, days }) => accuracy < KNOWN && days < FORGOTTEN_DAYS)
  for (const { take, accuracy } of weak.toSorted((a, b) => a.accuracy - b.accuracy))
    found.push({ kind: 'weak', take, accuracy })
  for (const { take, accuracy, days } of states)
    if (accuracy >= KNOWN && take.tempo < 100 && days < FORGOTTEN_DAYS) found.push({ kind: 'slow', take })
  for (const { take, days } of states.toSorted((a, b) => b.days - a.days))
    if (days >= FORGOTTEN_DAYS) found.push({ kind: 'forgotten', take, days })
  return found.slice(0, SUGGESTIONS)
}
