// Ctrl-C into a replay at forty moments: it ends as interrupted, and nothing that it printed is left sounding.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EXIT } from '../../cli/errors.js'
import type { MidiEvent } from '../../src/core/music/midi/midi-event.js'
import { type FileEvent, writeMidiFile } from '../../src/core/music/song/write-midi-file.js'
import { ROOT, reportFigure } from '../support/harness.js'

const MOMENTS = 40
/** So many replays at once, each of which mostly waits. */
const AT_ONCE = 8
/** With 480 ticks per beat and 120 beats a minute. */
const TICKS_PER_MS = 0.96
const STRUMS = 30
const STRUM_MS = 100
/** The last chord is held long enough that a late signal still finds it. */
const LAST_CHORD_MS = 5000
const OPEN_STRINGS = [40, 45, 50, 55, 59, 64]

/** Strums that overlap, string by string on channels of their own, with a pedal and a bend among them. */
function strums(): FileEvent[] {
  const events: FileEvent[] = []
  const at = (ms: number, ...bytes: number[]) => events.push({ ticks: Math.round(ms * TICKS_PER_MS), bytes })
  for (let strum = 0; strum < STRUMS; strum += 1) {
    const held = strum === STRUMS - 1 ? LAST_CHORD_MS : STRUM_MS * 1.5
    for (const [string, open] of OPEN_STRINGS.entries()) {
      const began = strum * STRUM_MS + string * 3
      at(began, 0x90 | string, open + (strum % 12), 100)
      at(began + held, 0x80 | string, open + (strum % 12), 64)
    }
    at(strum * STRUM_MS + 20, 0xb0, 64, strum % 2 === 0 ? 127 : 0)
    at(strum * STRUM_MS + 40, 0xe1, 0, 64 + (strum % 30))
  }
  return events
}

interface Ending {
  readonly code: number | null
  readonly printed: string
  readonly complaints: string
}

/** Replays in real time and interrupts it `ms` after its first line. */
function interruptedReplay(file: string, ms: number): Promise<Ending> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['cli/bin.mjs', 'replay', '--format', 'ndjson', file], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let printed = ''
    let complaints = ''
    child.stdout.setEncoding('utf8').on('data', text => {
      if (printed === '') setTimeout(() => child.kill('SIGINT'), ms)
      printed += text
    })
    child.stderr.setEncoding('utf8').on('data', text => {
      complaints += text
    })
    child.on('error', reject)
    child.on('close', code => resolve({ code, printed, complaints }))
  })
}

/** What is wrong with how a replay ended, in words. */
function describeIssues({ code, printed, complaints }: Ending): string[] {
  const faults: string[] = []
  if (code !== EXIT.interrupted) faults.push(`it ended with ${code}`)
  if (complaints !== '') faults.push(`it said "${complaints.trim()}"`)
  if (!printed.endsWith('\n')) faults.push('its last line is cut')
  const sounding = new Map<string, number>()
  for (const line of printed.split('\n').slice(0, -1)) {
    const event = JSON.parse(line) as MidiEvent
    if (event.kind !== 'note') continue
    const count = (sounding.get(event.note) ?? 0) + (event.on ? 1 : -1)
    if (count < 0) faults.push(`${event.note} ends twice`)
    sounding.set(event.note, count)
  }
  const left = [...sounding].filter(([, count]) => count > 0).map(([note]) => note)
  if (left.length > 0) faults.push(`${left.join(', ')} never end`)
  return faults
}

const folder = mkdtempSync(join(tmpdir(), 'fretwork-soak-'))
try {
  const song = join(folder, 'strums.mid')
  const endTicks = (STRUMS * STRUM_MS + LAST_CHORD_MS) * TICKS_PER_MS
  writeFileSync(song, writeMidiFile(480, [{ events: strums(), endTicks }]))
  const moments = Array.from({ length: MOMENTS }, (_, index) => (index * STRUMS * STRUM_MS) / MOMENTS)
  const faults: string[] = []
  let lines = 0
  const replayNext = async () => {
    for (let ms = moments.shift(); ms !== undefined; ms = moments.shift()) {
      const ending = await interruptedReplay(song, ms)
      lines += ending.printed.split('\n').length - 1
      for (const fault of describeIssues(ending)) faults.push(`interrupted after ${ms} ms: ${fault}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, replayNext))
  for (const fault of faults.slice(0, 20)) process.stdout.write(`  ${fault}\n`)
  process.stdout.write(`  ${MOMENTS} replays interrupted, ${lines} events printed\n`)
  reportFigure({ name: 'faults of interrupted replays', figure: faults.length, unit: '', limit: 0 })
} finally {
  rmSync(folder, { recursive: true })
}
