import { noteName } from '../guitar/note-name.js'
import { type Song, songLengthMs } from './song.js'
import { pickupOf } from './song-time.js'
import { MAJOR_KEYS, MINOR_KEYS } from './song-to-midi.js'

export function tuningText(tuning: readonly number[]): string {
  return tuning
    .map(pitch => noteName(pitch).name)
    .reverse()
    .join(' ')
}

export function songSummary(song: Song) {
  const { name, artist, album, arranger, ppq, tempos, timeSignatures, keySignatures } = song.header
  const tempo = tempos.findLast(isAtBeginning)
  const meter = pickupOf(song.header)?.meter ?? timeSignatures.findLast(isAtBeginning)
  const key = keySignatures.findLast(isAtBeginning)
  const tracks = song.tracks.map((track, index) => {
    const pitches = track.notes.map(({ midi }) => midi)
    return {
      number: index + 1,
      name: track.name,
      instrument: track.instrument.name || `program ${track.instrument.number + 1}`,
      channel: track.channel + 1,
      notes: pitches.length,
      ...(pitches.length > 0 && {
        lowest: noteName(least(pitches)).name,
        highest: noteName(-least(pitches.map(pitch => -pitch))).name,
      }),
      controllers: Object.values(track.controlChanges).flat().length,
      bends: track.pitchBends.length,
      ...(track.tuning && { tuning: tuningText(track.tuning) }),
      ...(track.capo && { capo: track.capo }),
      ...(track.tuning && { positions: track.notes.filter(({ fret }) => fret !== undefined).length }),
    }
  })
  return {
    name,
    ...(artist && { artist }),
    ...(album && { album }),
    ...(arranger && { arranger }),
    ...{ lengthMs: Math.round(songLengthMs(song)), ppq },
    bpm: Math.round((tempo?.bpm ?? 120) * 1000) / 1000,
    tempoChanges: tempos.filter(each => !isAtBeginning(each)).length,
    ...(meter && { meter: meter.timeSignature.join('/') }),
    ...(key && { key: keyName(key) }),
    notes: tracks.reduce((sum, track) => sum + track.notes, 0),
    tracks,
  }
}

/** @example keyName({ key: 'C', scale: 'minor' }) // 'A minor' */
function keyName({ key, scale }: Song['header']['keySignatures'][number]): string {
  const tonic = scale === 'minor' ? MINOR_KEYS[MAJOR_KEYS.indexOf(key)] : undefined
  return `${tonic ?? key} ${scale}`.trim()
}

const isAtBeginning = ({ ticks }: { readonly ticks: number }) => ticks === 0

/** `Math.min(...)` throws if a track has more notes than a call can have arguments. */
function least(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => (b < a ? b : a))
}
