/** Commands for the selection as a shape: move, play, save and copy. */
import type { CommandHandler, PluginContext } from '../../../core/kernel/manifest/plugin.js'
import { NOTICES } from '../../../core/kernel/services/tokens.js'
import { pitchClassName } from '../../../core/music/guitar/note-name.js'
import type { Position } from '../../../core/music/guitar/position.js'
import { FretworkError } from '../../../core/platform/fretwork-error.js'
import { phrases } from '../../../core/platform/phrases.js'
import { customItem, removeCustom } from '../custom/custom-lists.js'
import { CUSTOM_SHAPES } from '../internal-tokens.js'
import type { CustomArgs, LinkArgs, NameArgs } from '../settings.js'
import { codeIn, copyText, linkTo } from '../sharing/link.js'
import { NECK_PLAYER, NECK_VIEW, SELECTION } from '../tokens.js'
import { moveAcross, moveAlong } from './move-shape.js'
import { readShapeCode, shapeCode, shapeText } from './shape.js'
import { selectedPositions, selectedShape, showShape } from './show-shape.js'

const SENTENCES = phrases({
  edge: 'The shape can’t move further: it would leave the neck.',
  name: 'Enter a name with at least one visible character.',
  saved: 'Shape “{{name}}” saved.',
  removed: 'Shape “{{name}}” deleted.',
  gone: 'This shape no longer exists.',
  link: 'This link doesn’t contain a valid shape.',
})

const OF_SHAPES = { code: 'shape_unknown', gone: SENTENCES.gone, removed: SENTENCES.removed }

type Move = (
  positions: readonly Position[],
  view: ReturnType<typeof viewOf>,
) => readonly Position[] | undefined

const move =
  (to: Move): CommandHandler =>
  context => {
    const moved = to(selectedPositions(context), viewOf(context))
    if (!moved || moved.length === 0) throw new FretworkError('neck_ends', SENTENCES.edge)
    context.get(SELECTION).set(moved)
  }

export const SHAPE_COMMANDS: Readonly<Record<string, CommandHandler>> = {
  'fretboard.play-together': ({ get }) => get(NECK_PLAYER).together(get(SELECTION).positions.getState()),
  'fretboard.move-up': move((positions, { tuning, capo }) => moveAlong(positions, 1, tuning, capo)),
  'fretboard.move-down': move((positions, { tuning, capo }) => moveAlong(positions, -1, tuning, capo)),
  'fretboard.move-to-higher-strings': move((positions, { tuning, capo }) =>
    moveAcross(positions, -1, tuning, capo),
  ),
  'fretboard.move-to-lower-strings': move((positions, { tuning, capo }) =>
    moveAcross(positions, 1, tuning, capo),
  ),
  'fretboard.save-shape': (context, { name }: NameArgs) => {
    const { get } = context
    const kept = get(CUSTOM_SHAPES).add(name, shapeCode(selectedShape(context)))
    if (!kept) throw new FretworkError('name_invalid', SENTENCES.name)
    get(NOTICES).post({
      kind: 'success',
      source: 'fretboard',
      message: SENTENCES.saved,
      values: { name: kept.name },
    })
  },
  'fretboard.show-shape': (context, { kept }: CustomArgs) =>
    showShape(context, customItem(context.get(CUSTOM_SHAPES), kept, OF_SHAPES).value, []),
  'fretboard.remove-shape': (context, { kept }: CustomArgs) =>
    removeCustom(context, context.get(CUSTOM_SHAPES), kept, OF_SHAPES),
  'fretboard.copy-shape': context => {
    const shape = selectedShape(context)
    return copyText(context, shapeText(shape, shape.tuning.strings.map(pitchClassName)), 'text')
  },
  'fretboard.copy-shape-link': context =>
    copyText(context, linkTo('shape', shapeCode(selectedShape(context))), 'shape'),
  'fretboard.open-shape-link': (context, { link }: LinkArgs) => {
    const { shape, ignored } = readShapeCode(codeIn('shape', link))
    if (!shape) throw new FretworkError('link_invalid', SENTENCES.link)
    showShape(context, shape, ignored)
  },
}

export const shapeChoices = ({ get }: PluginContext) =>
  get(CUSTOM_SHAPES)
    .items.getState()
    .map(({ id, name }) => ({ value: id, label: name }))

function viewOf({ get }: PluginContext) {
  return get(NECK_VIEW).getState()
}
