import { inject, injectable } from '../../../core/platform/inject.js'
import { createStore, type ReadonlyStore } from '../../../core/platform/store.js'
import { createToken } from '../../../core/platform/token.js'
import { isSamePosition, MAX_FRET, type Position } from '../../../music/guitar/position.js'
import type { ChordTones } from '../../../music/theory/chord-tones.js'
import { fingering, MUTED } from '../../../music/theory/playability.js'
import { stringSets, type VoicingFilter, voicingFilter } from '../../../music/theory/voicing-filter.js'
import { type Voicing, voicings } from '../../../music/theory/voicings.js'
import { NECK_VIEW, type NeckMark, type NeckView, SELECTION, type Selection } from '../tokens.js'

interface FoundVoicings {
  readonly chord: ChordTones
  readonly voicings: readonly Voicing[]
  readonly total: number
  readonly filter: VoicingFilter
  readonly index: number
}

export const CHORD_FINDER = createToken<ChordFinder>('fretboard.chord-finder')

@injectable()
export class ChordFinder {
  /** `undefined` before the first search and after a tuning change. */
  readonly found = createStore<FoundVoicings | undefined>(undefined)
  readonly marks = createStore<readonly NeckMark[]>([])
  readonly shown = createStore<ChordTones | undefined>(undefined)
  private readonly stops: readonly (() => void)[]

  constructor(
    @inject(NECK_VIEW) private readonly view: ReadonlyStore<NeckView>,
    @inject(SELECTION) private readonly selection: Selection,
  ) {
    this.stops = [
      selection.positions.subscribe(() => this.mark()),
      view.subscribe((now, before) => {
        if (neckKey(now) === neckKey(before)) return
        // Replace only a previous voicing, never a shape that the user picked.
        const state = this.found.getState()
        if (state && this.marks.getState().length > 0) this.find(state.chord, onStrings(state.filter, now))
        else this.found.setState(undefined, true)
      }),
    ]
  }

  find(chord: ChordTones, filter: VoicingFilter = {}): FoundVoicings {
    const { tuning, capo } = this.view.getState()
    const neck = { ...tuning, capo, lastFret: MAX_FRET - capo }
    const all = voicings(chord, neck)
    const passing = all.filter(voicingFilter(filter, chord, neck))
    return this.show({ chord, filter, voicings: passing, total: all.length, index: 0 })
  }

  filter(change: VoicingFilter): void {
    const state = this.found.getState()
    if (state) this.find(state.chord, { ...state.filter, ...change })
  }

  select(index: number): void {
    const state = this.found.getState()
    if (state?.voicings[index]) this.show({ ...state, index })
  }

  step(by: number): void {
    const state = this.found.getState()
    if (!state || state.voicings.length === 0) return
    const { length } = state.voicings
    this.show({ ...state, index: (((state.index + by) % length) + length) % length })
  }

  dispose(): void {
    for (const stop of this.stops) stop()
  }

  private show(found: FoundVoicings): FoundVoicings {
    this.found.setState(found, true)
    const voicing = found.voicings[found.index]
    this.selection.set(voicing ? voicingPositions(voicing) : [])
    this.mark()
    return found
  }

  private mark(): void {
    const state = this.found.getState()
    const voicing = state?.voicings[state.index]
    const isSelected = voicing && isSame(voicingPositions(voicing), this.selection.positions.getState())
    this.marks.setState(isSelected ? marksOf(voicing) : [], true)
    this.shown.setState(isSelected ? state?.chord : undefined, true)
  }
}

function neckKey({ tuning, capo }: Pick<NeckView, 'tuning' | 'capo'>): string {
  return `${tuning.strings.join()} ${tuning.begins?.join()} ${capo}`
}

function voicingPositions({ frets }: Voicing): readonly Position[] {
  return frets.flatMap((fret, index) => (fret === undefined ? [] : [{ string: index + 1, fret }]))
}

function marksOf({ frets }: Voicing): readonly NeckMark[] {
  const fingers = fingering(frets.map(fret => fret ?? MUTED))
  return frets.map((fret, index) => ({
    string: index + 1,
    fret: fret ?? 0,
    look: 'pin',
    label: fret === undefined ? '×' : fret === 0 ? '○' : String(fingers[index]),
  }))
}

function onStrings(filter: VoicingFilter, { tuning }: NeckView): VoicingFilter {
  const count = tuning.strings.length
  const { strings, root } = filter
  return {
    ...filter,
    strings: strings !== undefined && stringSets(count).includes(strings) ? strings : undefined,
    root: root !== undefined && root <= count ? root : undefined,
  }
}

function isSame(a: readonly Position[], b: readonly Position[]): boolean {
  return a.length === b.length && a.every(position => b.some(each => isSamePosition(each, position)))
}
