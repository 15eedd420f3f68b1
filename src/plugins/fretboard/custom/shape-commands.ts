import { inOne } from '../../../core/events/remarks.js'
import type { CommandHandler, PluginContext } from '../../../core/kernel/plugin.js'
import { NOTICES } from '../../../core/kernel/tokens.js'
import { FretworkError } from '../../../core/platform/fretwork-error.js'
import { phrases } from '../../../core/platform/phrases.js'
import { shownLetters } from '../../../music/guitar/note-names.js'
import { type Position } from '../../../music/guitar/position.js'
import {
  isOnNeck,
  moveAcross,
  moveAlong,
  readShapeCode,
  type Shape,
  shapeCode,
  shapeText,
} from '../../../music/guitar/shape.js'
import { lettersOf } from '../../../music/guitar/tuning-code.js'
import { stringLetters } from '../../../music/guitar/tunings.js'
import type { Args } from '../settings.js'
import { codeIn, copyLink, linkTo } from '../sharing/link.js'
import { type Ignored, NECK_PLAYER, NECK_VIEW, NOW, SELECTION } from '../tokens.js'
import { CUSTOM_SHAPES } from './custom-list.js'

const SENTENCES = phrases({
  edge: 'This shape can’t move any further.',
  saved: 'Shape “{{name}}” saved.',
  link: 'This link doesn’t contain a valid shape.',
  elsewhere:
    'This shape was saved in the tuning “{{tuning}}” with the capo on fret {{capo}}, so it sounds different here.',
  offNeck: '{{count}} positions of this shape aren’t on this neck.',
})

const move =
  (moved: typeof moveAlong, by: 1 | -1): CommandHandler =>
  context => {
    const { tuning, capo } = context.get(NECK_VIEW).getState()
    const positions = moved(selectedPositions(context), by, tuning, capo)
    if (!positions || positions.length === 0) throw new FretworkError('neck_ends', SENTENCES.edge)
    context.get(SELECTION).set(positions)
  }

export const SHAPE_COMMANDS: Readonly<Record<string, CommandHandler>> = {
  'fretboard.play-together': ({ get }) => get(NECK_PLAYER).together(get(SELECTION).positions.getState()),
  'fretboard.move-up': move(moveAlong, 1),
  'fretboard.move-down': move(moveAlong, -1),
  'fretboard.move-to-higher-strings': move(moveAcross, -1),
  'fretboard.move-to-lower-strings': move(moveAcross, 1),
  'fretboard.save-shape': (context, { name }: Args<'name'>) => {
    const { get } = context
    const kept = get(CUSTOM_SHAPES).add(name, shapeCode(selectedShape(context)))
    get(NOTICES).post({
      kind: 'success',
      source: 'fretboard',
      message: SENTENCES.saved,
      values: { name: kept.name },
    })
  },
  'fretboard.show-shape': (context, { kept }: Args<'custom'>) =>
    showShape(context, context.get(CUSTOM_SHAPES).get(kept).value, []),
  'fretboard.remove-shape': ({ get }, { kept }: Args<'custom'>) => get(CUSTOM_SHAPES).remove(kept),
  'fretboard.copy-shape': context => {
    const shape = selectedShape(context)
    return copyLink(context, shapeText(shape, stringLetters(shape.tuning.strings)), 'text')
  },
  'fretboard.copy-shape-link': context =>
    copyLink(context, linkTo('shape', shapeCode(selectedShape(context))), 'shape'),
  'fretboard.open-shape-link': (context, { link }: Args<'link'>) => {
    const { shape, ignored } = readShapeCode(codeIn('shape', link))
    if (!shape) throw new FretworkError('link_invalid', SENTENCES.link)
    showShape(context, shape, ignored)
  },
}

export function showShape(context: PluginContext, shape: Shape, ignored: readonly Ignored[]): void {
  const { get } = context
  const { tuning, capo, noteNames } = get(NECK_VIEW).getState()
  const said: Ignored[] = [...ignored]
  const positions = shape.positions.filter(position => isOnNeck(position, tuning, capo))
  if (positions.length < shape.positions.length) {
    said.push({ sentence: SENTENCES.offNeck, values: { count: shape.positions.length - positions.length } })
  }
  if (shape.capo !== capo || shape.tuning.strings.join() !== tuning.strings.join()) {
    const letters = shownLetters(lettersOf(shape.tuning), noteNames)
    said.push({ sentence: SENTENCES.elsewhere, values: { tuning: letters, capo: shape.capo } })
  }
  get(SELECTION).set(positions)
  const source = 'fretboard'
  const remarks = said.map(({ sentence: message, values }) => ({ source, message, values }))
  if (remarks.length > 0) get(NOTICES).post({ kind: 'warning', source, ...inOne(remarks) })
}

export function selectedPositions({ get }: Pick<PluginContext, 'get'>): readonly Position[] {
  const { tuning, capo } = get(NECK_VIEW).getState()
  return get(SELECTION)
    .positions.getState()
    .filter(position => isOnNeck(position, tuning, capo))
}

export function selectedShape({ get }: Pick<PluginContext, 'get'>): Shape {
  const { tuning, capo } = get(NECK_VIEW).getState()
  const { what, chord } = get(NOW).getState()
  const name = what === 'selected' ? chord.name : ''
  return { name, tuning, capo, positions: selectedPositions({ get }) }
}
