import type { PluginContext } from '../../../core/kernel/plugin.js'
import { CLOCK } from '../../../core/kernel/tokens.js'
import { createStore, type Disposable, type ReadonlyStore } from '../../../core/platform/store.js'
import { pitchAt } from '../../../music/guitar/position.js'
import { type ChordName, chordName } from '../../../music/theory/chord-name.js'
import type { ChordTones } from '../../../music/theory/chord-tones.js'
import { degreeBetween, degreeNumberOf } from '../../../music/theory/degrees.js'
import { labelOf, spelledBy } from '../../../music/theory/scale.js'
import { CHORD_FINDER } from '../chords/chord-finder.js'
import { NECK, NECK_VIEW, type Now, SELECTION } from '../tokens.js'

// Chord naming delay in ms: after a block chord, after a strum, and at most while notes keep coming.
const NAMING_MS = { frame: 16, rest: 60, longest: 240 }
const TOGETHER = 3

export function watchNow({ get, scope }: PluginContext): ReadonlyStore<Now> {
  const neck = get(NECK)
  const { positions } = get(SELECTION)
  const { shown } = get(CHORD_FINDER)
  const view = get(NECK_VIEW)
  const clock = get(CLOCK)
  let previous: number | undefined
  const read = (): Now => {
    const { tuning, capo, scale, chord: overScale } = view.getState()
    const sounding = neck.heard()
    const selected = positions
      .getState()
      .map(({ string, fret }) => pitchAt(tuning, capo, string, fret))
      .filter(pitch => pitch !== undefined)
    const pitches = sounding.length > 0 ? sounding : selected
    const asked = shown.getState()
    const written = new Map(
      [overScale, asked].flatMap(each => each?.tones ?? []).map(tone => [tone.pitchClass, tone.name]),
    )
    const named = chordName(pitches, { scale, previous, written })
    const chord = asked && isSameSet(pitches, selected) ? called(asked, named) : named
    if (named.inversion !== undefined) previous = rootOf(chord)
    const labels = spelledBy(scale, chord.tones)
    const degrees = new Map(
      chord.tones.map(({ pitchClass, name, degree }) => [pitchClass, degree || degreeIn(chord, name)]),
    )
    const notes = pitches
      .toSorted((a, b) => a - b)
      .map(pitch => {
        const label = labelOf(pitch, labels)
        return { ...label, degree: degrees.get(pitch % 12) || label.degree }
      })
    if (chord.root !== '') notes.sort((a, b) => degreeNumberOf(a.degree) - degreeNumberOf(b.degree))
    return {
      what: sounding.length > 0 ? 'sounding' : selected.length > 0 ? 'selected' : 'nothing',
      notes: notes.filter((note, index) => notes.findIndex(other => other.name === note.name) === index),
      chord,
    }
  }
  const store = createStore(read())
  const update = () => {
    const now = read()
    if (now.what !== 'nothing' || store.getState().what !== 'nothing') store.setState(now, true)
  }
  let waiting: Disposable | undefined
  let [deadline, dueAt, wakesAt] = [0, 0, 0]
  let heard: readonly number[] = []
  let begun: readonly number[] = []
  const wait = () => {
    waiting?.dispose()
    wakesAt = dueAt
    waiting = clock.after(Math.max(0, dueAt - clock.now()), () => {
      if (dueAt > wakesAt) return wait()
      waiting = undefined
      update()
    })
  }
  scope.add(
    neck.onHeard(() => {
      const at = clock.now()
      const before = heard
      heard = neck.heard()
      const fresh = heard.filter(pitch => !before.includes(pitch)).map(() => at)
      begun = [...begun.filter(ms => at - ms < NAMING_MS.frame), ...fresh]
      if (!waiting) deadline = at + NAMING_MS.longest
      dueAt = Math.min(deadline, at + (begun.length >= TOGETHER ? NAMING_MS.frame : NAMING_MS.rest))
      // A timer for every note would delay the bus, which receives the note after the neck.
      if (!waiting || dueAt < wakesAt) wait()
    }),
  )
  for (const source of [positions, shown, view]) scope.onDispose(source.subscribe(update))
  scope.onDispose(() => waiting?.dispose())
  return store
}

const degreeIn = ({ root }: ChordName, name: string) => (root === '' ? '' : degreeBetween(root, name))

const isSameSet = (a: readonly number[], b: readonly number[]) =>
  a.length > 0 && new Set([...a, ...b]).size === new Set(a).size && new Set(b).size === new Set(a).size

const rootOf = ({ root, tones }: ChordName) => tones.find(({ name }) => name === root)?.pitchClass

function called({ symbol, root, tones }: ChordTones, named: ChordName): ChordName {
  const spelled = named.tones.map(
    tone => tones.find(({ pitchClass }) => pitchClass === tone.pitchClass) ?? tone,
  )
  const others = [named.name, ...named.alternatives].filter(name => name !== '' && name !== symbol)
  const low = spelled[0]
  const inversion = tones.findIndex(tone => tone.degree !== '' && tone.pitchClass === low?.pitchClass)
  return {
    name: symbol,
    alternatives: others.slice(0, 2),
    interval: undefined,
    inversion: inversion < 0 ? undefined : inversion,
    root: tones.find(({ pitchClass }) => pitchClass === root)?.name ?? named.root,
    bass: low?.name ?? '',
    tones: spelled,
  }
}
