// `fretwork replay --fast` as shipped: time to the first note, and speed of converting a long log to NDJSON.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noteName } from '../../src/music/guitar/note-name.js'
import { timeOfDay } from '../../src/music/midi/midi-event.js'
import { noteOff, noteOn } from '../../src/music/midi/midi-message.js'
import { oneNote } from '../../tests/plugins/midi-file/midi-bytes.js'
import { reportRatio, timeSideBySide } from '../support/harness.js'

const EVENTS = 200_000
const STRINGS = 6
const STEP_MS = 5.1

const PEER = `
import { readFileSync, writeSync } from 'node:fs'
let out = ''
for (const line of readFileSync(process.argv[2], 'utf8').split('\\n')) {
  if (line === '') continue
  out += JSON.stringify(JSON.parse(line)) + '\\n'
  if (out.length > 65536) {
    writeSync(1, out)
    out = ''
  }
}
writeSync(1, out)
`

function logLine(index: number): string {
  const on = index % 2 === 0
  const number = 40 + (((index >> 1) * 7) % 40)
  const channel = 1 + ((index >> 1) % STRINGS)
  const strength = 30 + ((index >> 1) % 90)
  const at = index * STEP_MS
  const { name, octave } = noteName(number)
  return JSON.stringify({
    key: index + 1,
    time: timeOfDay(at),
    at,
    portId: 'GK-3',
    channel,
    kind: 'note',
    on,
    name,
    note: `GK-3:${channel}:${number}`,
    octave,
    number,
    attack: on ? strength / 127 : 0,
    release: on ? 0 : 64 / 127,
    raw: on ? noteOn(channel, number, strength / 127) : noteOff(channel, number, 64 / 127),
  })
}

const folder = mkdtempSync(join(tmpdir(), 'fretwork-bench-'))
try {
  const note = join(folder, 'note.mid')
  writeFileSync(note, oneNote)
  const start = timeSideBySide(['cli/bin.mjs', 'replay', '--fast', note], ['-e', '0'])
  reportRatio('replay --fast of one note : node -e 0', [start.ours, start.peer], 'ms', '≤ 3×')

  const log = join(folder, 'log.ndjson')
  writeFileSync(log, `${Array.from({ length: EVENTS }, (_, index) => logLine(index)).join('\n')}\n`)
  const peer = join(folder, 'peer.mjs')
  writeFileSync(peer, PEER)
  const long = timeSideBySide(['cli/bin.mjs', 'replay', '--fast', '--format', 'ndjson', log], [peer, log], 11)
  reportRatio(
    'replay of a long log to NDJSON : JSON alone',
    [EVENTS / long.ours, EVENTS / long.peer],
    'events/ms',
    '≥ 0.4×',
  )
} finally {
  rmSync(folder, { recursive: true })
}
