// How late messages are handed to a port against their due time, while the page lays out and makes garbage.
import type { Page } from 'playwright'
import { launchChromium } from '../../e2e/support/browser.js'
import { SYNTH } from '../../e2e/support/midi.js'
import { playOnPress } from '../../e2e/support/neck.js'
import { startProduct } from '../../e2e/support/product.js'
import { openFile, tool } from '../../e2e/support/songs.js'
import { openNeck } from '../neck/live-neck.js'
import { quantile, reportFigure, reportRatio, shown } from '../support/harness.js'
import { type Handed, type Performance, performUnderStress } from './output-stress.js'

/** A note on every sixteenth of a beat at 120: forty note-ons and forty note-offs a second. */
const STEP_TICKS = 24
const STEP_MS = 25
const NOTE_TICKS = 12
const NOTES = 800
/** The third channel, to keep it apart from the neck's own notes on the first. */
const SONG_CHANNEL = 2
const PEER = { id: 'peer', name: 'Peer', manufacturer: '' } as const
/** As the neck plays them, in milliseconds. */
const NECK_NOTE_MS = 700

/** Lateness as it is heard: what came in time is on time. */
const LIMIT_RATIO = 0.1
/** As long as the specification lets every message wait (section 7): more of it is heard as unsteady playing. */
const LIMIT_P99_MS = 10

const pitchOf = (index: number) => 40 + (index % 24)

function song(): Buffer {
  const notes = Array.from({ length: NOTES }, (_, index) => ({
    midi: pitchOf(index),
    ticks: index * STEP_TICKS,
    time: (index * STEP_MS) / 1000,
    durationTicks: NOTE_TICKS,
    duration: STEP_MS / 2 / 1000,
    velocity: 0.8,
  }))
  const header = { ppq: 480, tempos: [{ bpm: 120, ticks: 0 }] }
  return Buffer.from(JSON.stringify({ header, tracks: [{ channel: SONG_CHANNEL, notes }] }))
}

async function openSong(page: Page): Promise<void> {
  await openFile(page, { name: 'steps.json', mimeType: 'application/json', buffer: song() })
  await tool(page, 'Play the song').waitFor()
}

/** When a message was due, and how long after that it was handed over in milliseconds; below 0 is ahead of it. */
interface Lateness {
  readonly due: number
  readonly ms: number
}

const late = ({ calledAt }: Handed, due: number): Lateness => ({ due, ms: calledAt - due })

function latenessOfSong(handed: readonly Handed[]): Lateness[] {
  const first = handed[0]?.at ?? Number.NaN
  return handed.map((each, index) => late(each, first + (index * STEP_MS) / 2))
}

/** The neck's note-offs, due a fixed time after their note-ons: those were held by us until shortly before. */
function latenessOfNeck(handed: readonly Handed[]): Lateness[] {
  const waiting = new Map<number, number[]>()
  return handed.flatMap(each => {
    const begun = waiting.get(each.note) ?? []
    waiting.set(each.note, begun)
    if (each.status === 0x90) begun.push(each.at)
    const on = each.status === 0x80 ? begun.shift() : undefined
    return on === undefined ? [] : [late(each, on + NECK_NOTE_MS)]
  })
}

const times = (lateness: readonly Lateness[]) => lateness.map(({ ms }) => ms)

function report({ handed, stalls, seconds }: Performance): void {
  const of = (port: string, channel: number) =>
    handed.filter(({ portId, status }) => portId === port && status < 0xa0 && (status & 15) === channel)
  const song = latenessOfSong(of(SYNTH.id, SONG_CHANNEL))
  const neck = latenessOfNeck(of(SYNTH.id, 0))
  const peer = of(PEER.id, SONG_CHANNEL).map(each => late(each, each.at))
  const longest = Math.max(0, ...stalls.map(({ ms }) => ms))
  process.stdout.write(
    `  ${shown(seconds)} s; the page was held up for ${shown(longest)} ms at most; ` +
      `messages ${song.length} + ${neck.length}, peer ${peer.length}\n`,
  )
  for (const [name, all] of Object.entries({
    song,
    'note-offs of the neck': neck,
    'setTimeout per note': peer,
  })) {
    const at = [0.5, 0.99, 1].map(q => shown(quantile(times(all), q)))
    const behind = all.filter(({ ms }) => ms > 0).length
    process.stdout.write(
      `  handed over after due, ${name}: p50, p99, max ${at.join(', ')} ms; late ${behind}\n`,
    )
  }
  const ours = [...song, ...neck]
  const heard = (lateness: readonly Lateness[]) => times(lateness).map(ms => Math.max(0, ms))
  reportRatio({
    name: 'output: lateness heard, p99 : setTimeout per note',
    figure: quantile(heard(ours), 0.99),
    peer: quantile(heard(peer), 0.99),
    unit: 'ms',
    limit: LIMIT_RATIO,
  })
  reportFigure({
    name: 'output: handed over ahead of time, p50',
    figure: -quantile(times(ours), 0.5),
    unit: 'ms',
    limit: 10,
    atLeast: true,
  })
  reportFigure({
    name: 'output: lateness heard, p99',
    figure: quantile(heard(ours), 0.99),
    unit: 'ms',
    limit: LIMIT_P99_MS,
  })
  reportFigure({ name: 'output: messages not sent', figure: 2 * NOTES - song.length, unit: '', limit: 0 })
}

const product = await startProduct()
const browser = await launchChromium()
try {
  const page = await openNeck(browser, product, { outputs: [SYNTH, PEER] })
  await page.getByRole('combobox', { name: 'Output' }).click()
  await page.getByRole('option', { name: SYNTH.name }).click()
  await playOnPress(page)
  await openSong(page)
  report(
    await performUnderStress(page, {
      peer: PEER.id,
      stepMs: STEP_MS / 2,
      messages: 2 * NOTES,
      channel: SONG_CHANNEL,
    }),
  )
} finally {
  await browser.close()
  await product.stop()
}
