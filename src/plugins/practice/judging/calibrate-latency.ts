import type { Notice } from '../../../core/events/notices.js'
import type { CommandHandler, PluginContext } from '../../../core/kernel/plugin.js'
import { CLOCK, EVENTS, SETTINGS } from '../../../core/kernel/tokens.js'
import { median } from '../../../core/platform/ordered.js'
import { phrases } from '../../../core/platform/phrases.js'
import { DRUM_CHANNEL } from '../../../music/song/song-events.js'
import {
  type InputPort,
  MIDI_ACCESS,
  MIDI_EVENT,
  MIDI_OUTPUT,
  SONG_PORT,
  VIRTUAL_INPUTS,
} from '../../midi-io/tokens.js'
import { SONG_SESSION } from '../../player/tokens.js'
import { tell } from '../commands.js'
import { type JudgingSettings, judgingSettings, LATENCY_MS } from '../settings.js'

const SENTENCES = phrases({
  tap: 'Play any note on each of the {{clicks}} clicks.',
  found: '“{{device}}” has {{ms}} ms of latency. Feedback will compensate for it.',
  few: 'Only {{taps}} notes were close to a click. Calibrate again and play at least {{least}} on the click.',
  uneven: 'Your timing varied too much ({{ms}} ms). Calibrate again.',
  undo: 'Undo',
})

const CLICKS = 12
const LEAD_IN = 4
const APART_MS = 600
const BEFORE_MS = 800
const WOOD_BLOCK_KEY = 76
const VELOCITY = 110
const CLICK_MS = 40

export const calibrateLatency: CommandHandler = async context => {
  const { get, scope } = context
  const clock = get(CLOCK)
  const output = get(MIDI_OUTPUT)
  const settings = get(SETTINGS).store(judgingSettings)
  get(SONG_SESSION).stop()
  await output.prepare()
  const taps: { at: number; portId: string }[] = []
  const listening = get(EVENTS).on(MIDI_EVENT, event => {
    if (event.kind === 'note' && event.on && event.portId !== SONG_PORT)
      taps.push({ at: event.at, portId: event.portId })
  })
  const begin = clock.now() + BEFORE_MS
  const clicks = Array.from({ length: CLICKS }, (_, index) => begin + index * APART_MS)
  for (const at of clicks) {
    output.send([0x90 | DRUM_CHANNEL, WOOD_BLOCK_KEY, VELOCITY], at)
    output.send([0x80 | DRUM_CHANNEL, WOOD_BLOCK_KEY, 0], at + CLICK_MS)
  }
  const post = (notice: Omit<Notice, 'source'>) => tell(context, { topic: 'practice latency', ...notice })
  post({ kind: 'info', message: SENTENCES.tap, values: { clicks: CLICKS }, stays: true })
  const finish = () => {
    listening.dispose()
    const portId = taps.at(-1)?.portId ?? ''
    const times = taps.filter(tap => tap.portId === portId).map(({ at }) => at)
    const result = calibrate(clicks.slice(LEAD_IN), times)
    if (result.kind === 'too-few') {
      const values = { taps: result.taps, least: LEAST_TAPS }
      return post({ kind: 'warning', message: SENTENCES.few, values, code: 'taps_few' })
    }
    if (result.kind === 'uneven') {
      const values = { ms: result.spreadMs }
      return post({ kind: 'warning', message: SENTENCES.uneven, values, code: 'taps_uneven' })
    }
    const device = inputOf(context, portId).name
    const before = settings.getState().latencies
    const ms = Math.max(LATENCY_MS.least, Math.min(LATENCY_MS.most, result.latencyMs))
    settings.change({ latencies: { ...before, [latencyKey(context, portId)]: ms } })
    post({
      kind: 'success',
      message: SENTENCES.found,
      values: { device, ms },
      action: { label: SENTENCES.undo, run: () => settings.change({ latencies: before }) },
    })
  }
  const ending = clock.after(BEFORE_MS + CLICKS * APART_MS, finish)
  scope.onDispose(() => {
    ending.dispose()
    listening.dispose()
  })
}

type Latencies = JudgingSettings['latencies']
type Named = Pick<InputPort, 'name' | 'device'>

function inputOf({ find }: Pick<PluginContext, 'find'>, portId: string): Named {
  const devices = find(MIDI_ACCESS)?.view.getState().inputs ?? []
  const inputs = [...devices, ...(find(VIRTUAL_INPUTS)?.view.getState() ?? [])]
  return inputs.find(({ id }) => id === portId) ?? { name: portId }
}

const nameOf = ({ name, device }: Named) => (device ? `${name} (${device})` : name)

/** The output adds latency too, so the latency of an input is stored for each output. */
const latencyKey = (context: PluginContext, portId: string) =>
  [inputOf(context, portId), context.get(MIDI_OUTPUT).port]
    .flatMap(port => (port ? nameOf(port) : []))
    .join(' → ')

/** Returns the latency in ms. Earlier versions stored it by input name only. */
export function latencyOf(context: PluginContext, latencies: Latencies, portId: string): number {
  return latencies[latencyKey(context, portId)] ?? latencies[inputOf(context, portId).name] ?? 0
}

type Calibration =
  | { readonly kind: 'found'; readonly latencyMs: number; readonly taps: number }
  | { readonly kind: 'too-few'; readonly taps: number }
  | { readonly kind: 'uneven'; readonly spreadMs: number }

const LEAST_TAPS = 6
/** Maximum median deviation. Larger values come from uneven tapping, not from latency. */
const MOST_SPREAD_MS = 40

/**
 * Returns the median delay of taps within half a beat of a click. Only the nearest tap per click counts.
 *
 * @param clicks times of the clicks in ms, ascending
 * @param taps times of the taps on the same clock
 */
export function calibrate(clicks: readonly number[], taps: readonly number[]): Calibration {
  const apart = median(clicks.slice(1).map((click, index) => click - (clicks[index] ?? 0))) ?? 0
  const byClick = new Map<number, number>()
  for (const tap of taps) {
    const click = nearest(clicks, tap)
    if (click === undefined || Math.abs(tap - click) >= apart / 2) continue
    const before = byClick.get(click)
    if (before === undefined || Math.abs(tap - click) < Math.abs(before)) byClick.set(click, tap - click)
  }
  const hits = [...byClick.values()]
  const latency = median(hits)
  if (latency === undefined || hits.length < LEAST_TAPS) return { kind: 'too-few', taps: hits.length }
  const spread = median(hits.map(hit => Math.abs(hit - latency))) ?? 0
  if (spread > MOST_SPREAD_MS) return { kind: 'uneven', spreadMs: Math.round(spread) }
  return { kind: 'found', latencyMs: Math.round(latency), taps: hits.length }
}

function nearest(clicks: readonly number[], tap: number): number | undefined {
  let best: number | undefined
  for (const click of clicks)
    if (best === undefined || Math.abs(tap - click) < Math.abs(tap - best)) best = click
  return best
}
