/** Converts between shapes and the selection. */
import type { PluginContext } from '../../../core/kernel/manifest/plugin.js'
import { NOTICES } from '../../../core/kernel/services/tokens.js'
import { shownLetters } from '../../../core/music/guitar/note-names.js'
import type { Position } from '../../../core/music/guitar/position.js'
import { phrases } from '../../../core/platform/phrases.js'
import { type Ignored, NECK_VIEW, NOW, SELECTION } from '../tokens.js'
import { lettersOf } from '../tunings/tuning-code.js'
import { isOnNeck, type Shape } from './shape.js'

const SENTENCES = phrases({
  elsewhere:
    'This shape was saved in the tuning “{{tuning}}” with the capo on fret {{capo}}, so it sounds different here.',
  offNeck: 'Positions of the shape that aren’t on this neck: {{number}}.',
})

/** Selects the positions of a shape that exist on the neck, and warns about differences to what was saved. */
export function showShape(context: PluginContext, shape: Shape, ignored: readonly Ignored[]): void {
  const { get } = context
  const { tuning, capo, noteNames } = get(NECK_VIEW).getState()
  const said: Ignored[] = [...ignored]
  const positions = shape.positions.filter(position => isOnNeck(position, tuning, capo))
  if (positions.length < shape.positions.length) {
    said.push({ sentence: SENTENCES.offNeck, values: { number: shape.positions.length - positions.length } })
  }
  if (shape.capo !== capo || shape.tuning.strings.join() !== tuning.strings.join()) {
    const letters = shownLetters(lettersOf(shape.tuning), noteNames)
    said.push({ sentence: SENTENCES.elsewhere, values: { tuning: letters, capo: shape.capo } })
  }
  get(SELECTION).set(positions)
  for (const { sentence: message, values } of said)
    get(NOTICES).post({ kind: 'warning', source: 'fretboard', message, values })
}

/** The visible selection: positions that don't exist in the current tuning stay selected but are left out. */
export function selectedPositions({ get }: Pick<PluginContext, 'get'>): readonly Position[] {
  const { tuning, capo } = get(NECK_VIEW).getState()
  return get(SELECTION)
    .positions.getState()
    .filter(position => isOnNeck(position, tuning, capo))
}

/** The selection as a shape, named after its chord. */
export function selectedShape({ get }: Pick<PluginContext, 'get'>): Shape {
  const { tuning, capo } = get(NECK_VIEW).getState()
  const { what, chord } = get(NOW).getState()
  const name = what === 'selected' ? chord.name : ''
  // Built-in tunings keep their English name, because links and texts go anywhere.
  return { name, tuning, capo, positions: selectedPositions({ get }) }
}
