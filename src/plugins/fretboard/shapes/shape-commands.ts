/** Commands for the selection as a shape: move, play, save and copy. */
import type { CommandHandler } from '../../../core/kernel/manifest/plugin.js'
import { NOTICES } from '../../../core/kernel/services/tokens.js'
import { stringLetters } from '../../../core/music/guitar/tunings.js'
import { FretworkError } from '../../../core/platform/fretwork-error.js'
import { phrases } from '../../../core/platform/phrases.js'
import { CUSTOM_SHAPES } from '../internal-tokens.js'
import type { Args } from '../settings.js'
import { codeIn, copyText, linkTo } from '../sharing/link.js'
import { NECK_PLAYER, NECK_VIEW, SELECTION } from '../tokens.js'
import { moveAcross, moveAlong } from './move-shape.js'
import { readShapeCode, shapeCode, shapeText } from './shape.js'
import { selectedPositions, selectedShape, showShape } from './show-shape.js'

const SENTENCES = phrases({
  edge: 'The shape can’t move further: it would leave the neck.',
  saved: 'Shape “{{name}}” saved.',
  link: 'This link doesn’t contain a valid shape.',
})

const move =
  (moved: typeof moveAlong, by: 1 | -1): CommandHandler =>
  context => {
    const { tuning, capo } = context.get(NECK_VIEW).getState()
    const positions = moved(selectedPositions(context), by, tuning, capo)
    if (!positions || positions.length === 0) throw new FretworkError('neck_ends', SENTENCES.edge)
    context.get(SELECTION).set(positions)
  }

export const SHAPE_COMMANDS = {
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
    return copyText(context, shapeText(shape, stringLetters(shape.tuning.strings)), 'text')
  },
  'fretboard.copy-shape-link': context =>
    copyText(context, linkTo('shape', shapeCode(selectedShape(context))), 'shape'),
  'fretboard.open-shape-link': (context, { link }: Args<'link'>) => {
    const { shape, ignored } = readShapeCode(codeIn('shape', link))
    if (!shape) throw new FretworkError('link_invalid', SENTENCES.link)
    showShape(context, shape, ignored)
  },
} satisfies Record<string, CommandHandler>
