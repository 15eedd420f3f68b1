import { LEVELS } from '../../contract/claims.js'
import { needsArguments } from '../command.js'
import type { Command, CommandRegistry } from '../command-registry.js'

export interface Words {
  t(sentence: string, values?: Readonly<Record<string, string>>): string
  tm(source: string, sentence: string): string
}

export function sectionOf(
  { section, source }: Pick<Command, 'section' | 'source'>,
  { t, tm }: Words,
  host: { state(plugin: string): { readonly title: string } | undefined },
): string {
  if (section) return tm(source, section)
  const title = host.state(source)?.title
  return title === undefined ? t('Fretwork') : tm(source, title)
}

export type Offered = ReturnType<typeof offeredCommands>[number]

/** @param available false to list the unavailable commands instead */
export function offeredCommands(
  commands: CommandRegistry,
  words: Words,
  host: Parameters<typeof sectionOf>[2],
  available = true,
) {
  return commands.all
    .getState()
    .filter(command => !command.hidden && commands.isEnabled(command.id) === available)
    .map(command => {
      const plan = commands.planNeededBy(command.id)
      const asks = plan === undefined && needsArguments(command)
      const [condition, on, off] = command.titles ?? []
      const shown = condition === undefined ? command.title : commands.holds(condition) ? on : off
      const title = words.tm(command.source, shown ?? command.title)
      return {
        command,
        name: asks && !title.endsWith('…') ? `${title}…` : title,
        section: sectionOf(command, words, host),
        asks,
        plan: plan && (LEVELS.some(level => level === plan) ? words.tm('core', plan) : words.t('Add-on')),
      }
    })
}

export const NEVER_FIRST = 'core.log-out'
export const WHY_UNAVAILABLE = 'app.why-hidden'

const EVERYWHERE: Readonly<Record<string, number>> = { auth: 3, core: 4, app: 4 }

export interface ShownPage {
  readonly plugin: string
  readonly offers?: readonly string[] | undefined
}

export function byPage(offered: readonly Offered[], page: ShownPage | undefined) {
  const first = (page?.offers ?? []).flatMap(id => offered.find(({ command }) => command.id === id) ?? [])
  const distance = ({ command: { source, when } }: Offered) => {
    if (source === page?.plugin) return 0
    return when !== undefined && /\broute\b/.test(when) ? 1 : (EVERYWHERE[source] ?? 2)
  }
  const others = offered.filter(each => !first.includes(each)).sort((a, b) => distance(a) - distance(b))
  return { first, others }
}
