import type { ArgumentChoice } from '../../../core/commands/command.js'
import type { PluginContext } from '../../../core/kernel/plugin.js'
import { TRANSLATOR } from '../../../core/kernel/tokens.js'
import { phrases } from '../../../core/platform/phrases.js'
import type { DrawnStaves } from '../../score-files/tokens.js'

const TITLES = phrases({ tablature: 'Tablature', notation: 'Notation', both: 'Both' })

const STAVES: readonly DrawnStaves[] = ['tablature', 'notation', 'both']

/** The first view is the default. Above a large neck, the tablature lane replaces it. */
export const VIEWS = STAVES.map(id => ({ id, title: TITLES[id] }))

export function viewChoices({ get }: PluginContext): readonly ArgumentChoice[] {
  const translator = get(TRANSLATOR)
  return VIEWS.map(({ id, title }) => ({ value: id, label: translator.t('score', title) }))
}

/**
 * Returns the staves of a view. The default view is printed as tablature.
 * @param view stored view ID
 */
export function stavesOf(view: string): DrawnStaves {
  return STAVES.find(each => each === view) ?? 'tablature'
}
