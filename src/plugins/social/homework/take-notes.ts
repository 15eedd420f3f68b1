/** Records a take's notes as a MIDI file in song time, so that the teacher can listen to it. */
import { HOMEWORK_LIMITS } from '../../../core/contract/homework.js'
import { toBase64 } from '../../../core/http/library-files.js'
import type { NoteEvent } from '../../../music/midi/midi-event.js'
import { parseSong, type Song, SongError } from '../../../music/song/song.js'
import { tempoMap } from '../../../music/song/song-time.js'
import { songToMidi } from '../../../music/song/song-to-midi.js'

/** Maximum number of notes per take; about 40 kB. */
const MOST_NOTES = 4000
const EARLY_MS = 250

interface Struck {
  readonly midi: number
  readonly velocity: number
  /** Song position, ms. */
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
    if (!on || this.notes.length >= MOST_NOTES) return
    const struck: Struck = { midi, velocity, fromMs: Math.max(0, songMs), toMs: undefined }
    this.notes.push(struck)
    this.held.set(note, struck)
  }

  /**
   * Returns the notes since the last call as base64, or undefined if there are none or too many.
   * @param startMs start of the first bar; earlier notes are moved to it, so that no extra bar is played
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
