import type { PluginContext } from '../../../core/kernel/plugin.js'
import type { ReadonlyStore } from '../../../core/platform/store.js'
import type { FingeringSolver, LiveState } from '../../../music/fingering/fingering.js'
import { positionsOf } from '../../../music/guitar/position.js'
import type { NeckRange } from '../neck/neck-geometry.js'
import type { NeckView } from '../tokens.js'

interface SoundingNote {
  readonly id: object
  readonly pitch: number
  readonly down: boolean
  readonly string: number | undefined
}

const STRUMMED_MS = 45 // duration of a rolled chord; a sixteenth note at 200 BPM lasts 75 ms
const BEAT_MS = 500
const MOST_INPUTS = 16
const LEAST_BEATS_APART = 0.05

interface Hand {
  readonly state: LiveState
  /** Start of the last chord, in ms on the input's clock and in beats. */
  fromMs: number
  beat: number
  chord: readonly object[]
}

export class PlayedPositions {
  private readonly hands = new Map<string, Hand>()
  /** Created in advance to avoid delaying the first note. */
  private spare: Hand | undefined

  /** @throws FretworkError `positions_neck` if the solver can't use this neck */
  constructor(
    private readonly solver: Pick<FingeringSolver, 'begin' | 'next'>,
    private range: NeckRange,
  ) {
    this.spare = this.newHand()
  }

  setRange(range: NeckRange): void {
    this.range = range
  }

  /**
   * @returns strings for the note and for the other notes of its chord, keyed by note ID;
   * `undefined` for a note that has no position on the neck
   */
  noteOn(portId: string, id: object, atMs: number, sounding: readonly SoundingNote[]) {
    const hand = this.handOf(portId)
    const pitchOf = new Map(sounding.map(note => [note.id, note.pitch]))
    const passed = atMs - hand.fromMs
    const isOfChord = passed >= 0 && passed <= STRUMMED_MS && hand.chord.every(mate => pitchOf.has(mate))
    if (!isOfChord) {
      hand.fromMs = atMs
      hand.beat += passed / BEAT_MS > LEAST_BEATS_APART ? passed / BEAT_MS : LEAST_BEATS_APART
      hand.chord = []
    }
    hand.chord = [...hand.chord, id]
    const all = [...new Set(hand.chord.flatMap(mate => pitchOf.get(mate) ?? []))]
    // A note beyond the visible frets must not move the hand there.
    const inSight = all.filter(pitch => this.isInSight(pitch))
    const pitches = inSight.length > 0 ? inSight : all
    const busy = sounding.flatMap(note =>
      note.down && note.string !== undefined && !hand.chord.includes(note.id) ? [note.string] : [],
    )
    const { fretMin: low, fretMax: high } = this.range
    const found = this.solver.next(pitches, hand.beat, hand.state, { sounding: busy, within: { low, high } })
    const stringOf = new Map(pitches.map((pitch, index) => [pitch, found[index]?.position?.string]))
    return new Map(hand.chord.map(mate => [mate, stringOf.get(pitchOf.get(mate) ?? -1)]))
  }

  private isInSight(pitch: number): boolean {
    return positionsOf(pitch, this.range, this.range).length > 0
  }

  private handOf(portId: string): Hand {
    const known = this.hands.get(portId)
    if (known) return known
    const [oldest] = this.hands.keys()
    if (oldest !== undefined && this.hands.size >= MOST_INPUTS) this.hands.delete(oldest)
    const hand = this.spare ?? this.newHand()
    this.spare = undefined
    this.hands.set(portId, hand)
    return hand
  }

  private newHand(): Hand {
    const { strings, begins, capo } = this.range
    const state = this.solver.begin({ tuning: { strings, begins }, capo })
    return { state, fromMs: Number.NaN, beat: 0, chord: [] }
  }
}

export const loadSolver = async () => (await import('../../../music/fingering/solver.js')).solver

export function followPlayedPositions(
  { scope, log }: PluginContext,
  view: ReadonlyStore<NeckView>,
  neck: { setPlayedPositions(positions: PlayedPositions | undefined): void },
): void {
  let solver: FingeringSolver | undefined
  let known: readonly unknown[] = []
  const update = () => {
    const { onePlace, tuning, capo, fretMin, fretMax } = view.getState()
    const { strings, begins } = tuning
    const now = onePlace ? [strings, begins, capo] : []
    if (now.length === known.length && now.every((each, index) => each === known[index])) return
    known = now
    const range = { strings, begins, capo, fretMin, fretMax }
    neck.setPlayedPositions(onePlace && solver ? new PlayedPositions(solver, range) : undefined)
    if (onePlace && !solver) {
      loadSolver().then(
        loaded => {
          if (solver || scope.signal.aborted) return
          solver = loaded
          known = []
          update()
        },
        thrown => log.info('No solver is available, so notes are shown at all positions', thrown),
      )
    }
  }
  update()
  scope.onDispose(view.subscribe(update))
}
