/** The chord finder: finds voicings for the current tuning and capo and selects the current one. */
import type { Position } from '../../../core/music/guitar/position.js'
import { MAX_FRET } from '../../../core/music/guitar/position.js'
import { type Disposable, disposable } from '../../../core/platform/disposable.js'
import { createStore, type ReadonlyStore } from '../../../core/platform/store.js'
import type { ChordFinder, FoundVoicings } from '../internal-tokens.js'
import type { NeckMark, NeckView, Selection } from '../tokens.js'
import { type ChordTones, chordTones } from './chord-tones.js'
import { handOf, type Voicing, voicings } from './voicings.js'

export interface ChordFinderParts {
  readonly view: ReadonlyStore<Pick<NeckView, 'tuning' | 'capo'>>
  readonly selection: Selection
}

export function createChordFinder({ view, selection }: ChordFinderParts): ChordFinder & Disposable {
  const found = createStore<FoundVoicings | undefined>(undefined)
  const marks = createStore<readonly NeckMark[]>([])
  let chord: ChordTones | undefined

  const current = () => {
    const state = found.getState()
    return state?.voicings[state.index]
  }
  const mark = () => {
    const voicing = current()
    const isShown = voicing && isSame(voicingPositions(voicing), selection.positions.getState())
    marks.setState(isShown ? fingersOn(voicing) : [], true)
  }
  const show = (index: number, all: readonly Voicing[]) => {
    if (!chord) return
    found.setState({ symbol: chord.symbol, voicings: all, index }, true)
    const voicing = all[index]
    selection.set(voicing ? voicingPositions(voicing) : [])
    mark()
  }
  const search = () => {
    if (!chord) return
    const { tuning, capo } = view.getState()
    show(0, voicings(chord, { ...tuning, capo, lastFret: MAX_FRET - capo }))
  }
  const stopSelection = selection.positions.subscribe(mark)
  const stopView = view.subscribe((now, before) => {
    // Only while the selection is still the voicing: never replace a shape that the user picked.
    if (neckKey(now) === neckKey(before)) return
    if (marks.getState().length > 0) search()
    else found.setState(undefined, true)
  })
  const end = disposable(() => {
    stopSelection()
    stopView()
  })

  return {
    found,
    marks,
    find(symbol) {
      const read = chordTones(symbol)
      if (!read) return false
      chord = read
      search()
      return true
    },
    step(by) {
      const state = found.getState()
      if (!state || state.voicings.length === 0) return
      const { length } = state.voicings
      show((((state.index + by) % length) + length) % length, state.voicings)
    },
    clear() {
      found.setState(undefined, true)
      marks.setState([], true)
    },
    dispose: () => end.dispose(),
  }
}

function neckKey({ tuning, capo }: Pick<NeckView, 'tuning' | 'capo'>): string {
  return `${tuning.strings.join()} ${tuning.begins?.join()} ${capo}`
}

export function voicingPositions({ frets }: Voicing): readonly Position[] {
  return frets.flatMap((fret, index) => (fret === undefined ? [] : [{ string: index + 1, fret }]))
}

function fingersOn(voicing: Voicing): readonly NeckMark[] {
  const { fingers } = handOf(voicing)
  return voicingPositions(voicing)
    .filter(({ string }) => (fingers[string - 1] ?? 0) > 0)
    .map(position => ({ ...position, look: 'pin', label: String(fingers[position.string - 1]) }))
}

function isSame(a: readonly Position[], b: readonly Position[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ string, fret }) => b.some(each => each.string === string && each.fret === fret))
  )
}
