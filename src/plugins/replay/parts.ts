/** Which part of a source an event belongs to: a track, a channel, a port. */
import { phrases } from '../../core/platform/phrases.js'
import { SentenceError } from '../../core/platform/sentence-error.js'
import type { ReplayEvent, ReplaySource } from './replay-source.js'

const SENTENCES = phrases({
  part_unknown: 'There is no "{{part}}" to solo or mute; there is {{known}}.',
})

type Belongs = (event: ReplayEvent) => boolean

/** Solo first, then what is muted of it. @throws SentenceError `part_unknown` */
export function partFilter(
  source: ReplaySource,
  solo: readonly string[],
  mute: readonly string[],
): (event: ReplayEvent) => boolean {
  const wanted = solo.map(part => partNamed(source, part))
  const unwanted = mute.map(part => partNamed(source, part))
  return event =>
    (wanted.length === 0 || wanted.some(belongs => belongs(event))) &&
    !unwanted.some(belongs => belongs(event))
}

function partNamed(source: ReplaySource, part: string): Belongs {
  const channel = /^ch(\d{1,2})$/i.exec(part)?.[1]
  if (channel !== undefined && Number(channel) >= 1 && Number(channel) <= 16) {
    return ({ raw: [status = 0] }) => status < 0xf0 && (status & 15) === Number(channel) - 1
  }
  const tracks = source.tracks.flatMap(({ name }, index) =>
    String(index + 1) === part || sameWords(name, part) ? [index] : [],
  )
  if (tracks.length > 0) return ({ track }) => track !== undefined && tracks.includes(track)
  if (source.kind === 'log' && source.events.some(({ portId }) => sameWords(portId, part))) {
    return ({ portId }) => sameWords(portId, part)
  }
  throw new SentenceError('part_unknown', SENTENCES.part_unknown, { part, known: knownParts(source) })
}

function knownParts({ tracks, events, kind }: ReplaySource): string {
  const channels = new Set(events.flatMap(({ raw: [s = 0] }) => (s < 0xf0 ? [(s & 15) + 1] : [])))
  const names = [...channels].sort((a, b) => a - b).map(channel => `ch${channel}`)
  const ports = kind === 'log' ? [...new Set(events.map(({ portId }) => portId))] : []
  return [...tracks.map(({ name }, index) => (name ? `${index + 1} (${name})` : `${index + 1}`)), ...ports]
    .concat(names)
    .join(', ')
}

function sameWords(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase()
}
