/** Records the notes of a take as a MIDI file in the time of the song, for the teacher to hear. */
import { HOMEWORK_LIMITS } from '../../core/contract/homework.js'
import { toBase64 } from '../../core/http/library-files.js'
import type { NoteEvent } from '../../music/midi/midi-event.js'
import { parseSong, type Song, SongError } from '../../music/song/song.js'
import { songToMidi } from '../../music/song/song-to-midi.js'
import { tempoMap } from '../../music/song/tempo-map.js'

/** Four thousand notes have about 40 kB. */
const MOST = 4000
const EARLY_MS = 250

interface Struck {
  readonly midi: number
  readonly velocity: number
  /** Milliseconds of the song. */
  readonly fromMs: number
  toMs: number | undefined
}

export class TakeNotes {
  private notes: Struck[] = []
  private readonly held = new Map<string, Struck>()

  note({ on, note, number: midi, attack: velocity }: NoteEvent, songMs: number): void {
    const before = this.held.get(note)
    if (before) before.toMs = Math.max(songMs, before.fromMs)
    this.held.delete(note)
    if (!on || this.notes.length >= MOST) return
    const struck: Struck = { midi, velocity, fromMs: Math.max(0, songMs), toMs: undefined }
    this.notes.push(struck)
    this.held.set(note, struck)
  }

  /**
   * Returns the notes since the last call in base64, or undefined without notes or with too many.
   * @param startMs of the first bar: notes just before it begin there, so that no earlier bar is heard
   */
  take({ header }: Song, program: number, startMs = 0): string | undefined {
    const { notes } = this
    this.notes = []
    this.held.clear()
    if (notes.length === 0) return undefined
    const { ppq, tempos, timeSignatures, keySignatures } = header
    const { ticksAt } = tempoMap(tempos, ppq)
    const ticks = (ms: number) => Math.round(ticksAt(ms / 1000))
    const song = parseSong({
      header: { name: '', ppq, tempos, timeSignatures, keySignatures },
      tracks: [
        {
          ...{ name: '', channel: 0, instrument: { number: program } },
          notes: notes.map(({ midi, velocity, fromMs, toMs = fromMs + ppq }) => {
            const from = ticks(fromMs < startMs && fromMs > startMs - EARLY_MS ? startMs : fromMs)
            return { midi, velocity, ticks: from, durationTicks: Math.max(1, ticks(toMs) - from) }
          }),
        },
      ],
    })
    const bytes = song instanceof SongError ? '' : toBase64(songToMidi(song))
    return bytes !== '' && bytes.length <= HOMEWORK_LIMITS.midi ? bytes : undefined
  }
}
