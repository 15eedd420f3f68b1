/** Records only changes to the neck, to cost little while the user plays. */
import type { JournalEntry } from '../../../core/events/journal.js'
import { type Disposable, disposable, type ReadonlyStore } from '../../../core/platform/store.js'
import type { NeckModel, NeckView, SoundingPosition } from '../../fretboard/tokens.js'
import type { Lit, Shown, ShownView } from './report.js'

interface LitChange {
  readonly before: Lit | undefined
  readonly now: Lit | undefined
}

interface NeckChange {
  readonly positions: ReadonlyMap<string, LitChange>
  readonly notes: { readonly before: readonly number[]; readonly now: readonly number[] } | undefined
  readonly view: { readonly before: ShownView; readonly now: ShownView } | undefined
}

export interface NeckState {
  readonly lit: Map<string, Lit>
  notes: readonly number[]
  view: ShownView
}

type Watched = Pick<NeckModel, 'at' | 'sounding' | 'pitches' | 'onPositions' | 'onPitches'>

export class NeckWatch implements Disposable {
  /** Start of recording, on the host's clock. */
  readonly since: number
  private readonly changes = new WeakMap<JournalEntry, NeckChange>()
  private positions = new Map<string, LitChange>()
  private readonly lit = new Map<string, Lit>()
  private notes: readonly number[]
  private view: ShownView
  private viewState: NeckView
  private hasOtherNotes = false
  private readonly watching: Disposable

  constructor(
    private readonly neck: Watched,
    private readonly views: ReadonlyStore<NeckView>,
    now: number,
  ) {
    this.since = now
    this.notes = neck.pitches()
    this.viewState = views.getState()
    this.view = shownView(this.viewState)
    for (const position of neck.sounding()) this.lit.set(keyOf(position), litOf(position))
    const listening = [
      neck.onPositions(changed => {
        for (const position of changed) {
          const key = keyOf(position)
          const sounding = neck.at(position)
          const now = sounding && litOf(sounding)
          const before = this.positions.has(key) ? this.positions.get(key)?.before : this.lit.get(key)
          this.positions.set(key, { before, now })
          if (now) this.lit.set(key, now)
          else this.lit.delete(key)
        }
      }),
      neck.onPitches(() => {
        this.hasOtherNotes = true
      }),
    ]
    this.watching = disposable(() => {
      for (const each of listening) each.dispose()
    })
  }

  note(entry: JournalEntry): void {
    const view = this.viewChange()
    if (this.positions.size === 0 && !this.hasOtherNotes && !view) return
    const now = this.hasOtherNotes ? this.neck.pitches() : this.notes
    const notes = this.hasOtherNotes ? { before: this.notes, now } : undefined
    this.changes.set(entry, { positions: this.positions, notes, view })
    this.notes = now
    this.hasOtherNotes = false
    this.positions = new Map()
  }

  stateBefore(entries: readonly JournalEntry[]): NeckState {
    const state: NeckState = { lit: new Map(this.lit), notes: this.notes, view: this.view }
    undo(state, { positions: this.positions, notes: undefined, view: undefined })
    for (const entry of entries.toReversed()) {
      const change = this.changes.get(entry)
      if (change) undo(state, change)
    }
    return state
  }

  shownAfter(entry: JournalEntry): Shown | undefined {
    const change = this.changes.get(entry)
    if (!change) return undefined
    const positions = [...change.positions].map(([key, { now }]) => [key, now ?? null] as const)
    return {
      ...(positions.length > 0 && { positions: Object.fromEntries(positions) }),
      ...(change.notes && { notes: [...change.notes.now] }),
      ...(change.view && { view: change.view.now }),
    }
  }

  dispose(): void {
    this.watching.dispose()
  }

  private viewChange(): NeckChange['view'] {
    const state = this.views.getState()
    if (state === this.viewState) return undefined
    this.viewState = state
    const before = this.view
    const now = shownView(state)
    if (JSON.stringify(before) === JSON.stringify(now)) return undefined
    this.view = now
    return { before, now }
  }
}

function undo(state: NeckState, { positions, notes, view }: NeckChange): void {
  for (const [key, { before }] of positions) {
    if (before) state.lit.set(key, before)
    else state.lit.delete(key)
  }
  if (notes) state.notes = notes.before
  if (view) state.view = view.before
}

function keyOf({ string, fret }: { readonly string: number; readonly fret: number }): string {
  return `${string}/${fret}`
}

function litOf({ pitch, velocity, held, bend }: SoundingPosition): Lit {
  return { pitch, velocity, held, bend }
}

function shownView({ tuning, capo, fretMin, fretMax, onePlace }: NeckView): ShownView {
  const { strings, begins } = tuning
  return { strings: [...strings], ...(begins && { begins: [...begins] }), capo, fretMin, fretMax, onePlace }
}
