/** Finds voicings of a chord for the current tuning and capo, and selects one. */

import { isSamePosition, MAX_FRET, type Position } from '../../../core/music/guitar/position.js'
import { inject, injectable } from '../../../core/platform/services/inject.js'
import { createStore, type ReadonlyStore } from '../../../core/platform/store.js'
import { NECK_VIEW, type NeckMark, type NeckView, SELECTION, type Selection } from '../tokens.js'
import { type ChordTones, chordTones } from './chord-tones.js'
import { fingering, MUTED } from './playability.js'
import { type Voicing, voicings } from './voicings.js'

interface FoundVoicings {
  /** Normalized: `C7#9`. */
  readonly symbol: string
  /** Easiest first; empty if the chord can't be played on these strings. */
  readonly voicings: readonly Voicing[]
  /** Index of the selected one. */
  readonly index: number
}

@injectable()
export class ChordFinder {
  /** `undefined` until the first search, and after a change of tuning. */
  readonly found = createStore<FoundVoicings | undefined>(undefined)
  /** Fingers of the current voicing, as long as it is selected. */
  readonly marks = createStore<readonly NeckMark[]>([])
  /** The chord that was asked for, as long as one of its voicings is selected. */
  readonly shown = createStore<ChordTones | undefined>(undefined)
  private chord: ChordTones | undefined
  private readonly stops: readonly (() => void)[]

  constructor(
    @inject(NECK_VIEW) private readonly view: ReadonlyStore<NeckView>,
    @inject(SELECTION) private readonly selection: Selection,
  ) {
    this.stops = [
      selection.positions.subscribe(() => this.mark()),
      view.subscribe((now, before) => {
        if (neckKey(now) === neckKey(before)) return
        // Only while the selection is still the voicing: never replace a shape that the user picked.
        if (this.marks.getState().length > 0) this.search()
        else this.found.setState(undefined, true)
      }),
    ]
  }

  /** @returns `false` and changes nothing if the symbol isn't a chord */
  find(symbol: string): boolean {
    const read = chordTones(symbol)
    if (!read) return false
    this.chord = read
    this.search()
    return true
  }

  /** Selects the next voicing, or the previous one if negative; wraps around. */
  step(by: number): void {
    const state = this.found.getState()
    if (!state || state.voicings.length === 0) return
    const { length } = state.voicings
    this.show((((state.index + by) % length) + length) % length, state.voicings)
  }

  dispose(): void {
    for (const stop of this.stops) stop()
  }

  private search(): void {
    if (!this.chord) return
    const { tuning, capo } = this.view.getState()
    this.show(0, voicings(this.chord, { ...tuning, capo, lastFret: MAX_FRET - capo }))
  }

  private show(index: number, all: readonly Voicing[]): void {
    if (!this.chord) return
    this.found.setState({ symbol: this.chord.symbol, voicings: all, index }, true)
    const voicing = all[index]
    this.selection.set(voicing ? voicingPositions(voicing) : [])
    this.mark()
  }

  private mark(): void {
    const state = this.found.getState()
    const voicing = state?.voicings[state.index]
    const isSelected = voicing && isSame(voicingPositions(voicing), this.selection.positions.getState())
    this.marks.setState(isSelected ? fingersOn(voicing) : [], true)
    this.shown.setState(isSelected ? this.chord : undefined, true)
  }
}

function neckKey({ tuning, capo }: Pick<NeckView, 'tuning' | 'capo'>): string {
  return `${tuning.strings.join()} ${tuning.begins?.join()} ${capo}`
}

function voicingPositions({ frets }: Voicing): readonly Position[] {
  return frets.flatMap((fret, index) => (fret === undefined ? [] : [{ string: index + 1, fret }]))
}

function fingersOn(voicing: Voicing): readonly NeckMark[] {
  const fingers = fingering(voicing.frets.map(fret => fret ?? MUTED))
  return voicingPositions(voicing)
    .filter(({ string }) => (fingers[string - 1] ?? 0) > 0)
    .map(position => ({ ...position, look: 'pin', label: String(fingers[position.string - 1]) }))
}

function isSame(a: readonly Position[], b: readonly Position[]): boolean {
  return a.length === b.length && a.every(position => b.some(each => isSamePosition(each, position)))
}
