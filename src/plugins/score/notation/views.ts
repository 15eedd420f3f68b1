import * as z from 'zod/mini'
import type { ArgumentChoice } from '../../../core/commands/command.js'
import {
  type CheckedExtensions,
  checkedExtensions,
  extensionId,
} from '../../../core/kernel/checked-extensions.js'
import type { PluginContext } from '../../../core/kernel/plugin.js'
import { TRANSLATOR } from '../../../core/kernel/tokens.js'
import { phrases } from '../../../core/platform/phrases.js'
import { createToken } from '../../../core/platform/token.js'
import type { DrawnStaves } from '../../score-files/tokens.js'
import { TABLATURE_VIEWS, type TablatureView } from '../tokens.js'

const TITLES = phrases({ tablature: 'Tablature', notation: 'Notation', both: 'Both' })

const STAVES: readonly DrawnStaves[] = ['tablature', 'notation', 'both']

/** The first view is the default. Above a large neck, the tablature lane replaces it. */
export const OWN_VIEWS: readonly TablatureView[] = STAVES.map(id => ({
  ...{ id, title: TITLES[id] },
  ...{ plugin: 'score', screen: 'NotationView' },
}))

export const VIEWS = createToken<CheckedExtensions<TablatureView>>('score.views')

const viewShape = z.object({
  id: extensionId.check(z.refine(id => OWN_VIEWS.every(own => own.id !== id), 'this view is built in')),
  title: z.string().check(z.minLength(1)),
  plugin: z.string(),
  screen: z.string(),
})

export function viewsOfOthers(context: PluginContext): CheckedExtensions<TablatureView> {
  return checkedExtensions(context, TABLATURE_VIEWS, viewShape)
}

export function viewChoices({ get }: PluginContext): readonly ArgumentChoice[] {
  const translator = get(TRANSLATOR)
  return [...OWN_VIEWS, ...get(VIEWS).items.getState()].map(({ id, title, plugin }) => ({
    value: id,
    label: translator.t(plugin, title),
  }))
}

/**
 * Returns the staves of a view. The default view and views from other plugins are printed as tablature.
 * @param view stored view ID
 */
export function stavesOf(view: string): DrawnStaves {
  return STAVES.find(each => each === view) ?? 'tablature'
}
