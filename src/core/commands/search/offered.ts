/** The commands that can be used here and now, as a list offers them. */
import { needsArguments } from '../command.js'
import type { Command, CommandRegistry } from '../command-registry.js'

/** Words in the language that is shown. */
export interface Words {
  /** Of a sentence of the host. */
  t(sentence: string): string
  /** Of a text that comes from a table or a manifest of `source`. */
  tm(source: string, sentence: string): string
}

export function sectionOf(
  { section, source }: Pick<Command, 'section' | 'source'>,
  { t, tm }: Words,
  host: { state(plugin: string): { readonly title: string } | undefined },
): string {
  if (section) return tm('app', section)
  const title = host.state(source)?.title
  return title === undefined ? t('Fretwork') : tm(source, title)
}

export interface Offered {
  readonly command: Command
  /** Translated; with an ellipsis where it asks for something first. */
  readonly name: string
  readonly section: string
  readonly asks: boolean
  /** What has to be bought first, translated; it says so instead of running. */
  readonly plan: string | undefined
}

/** In the order of registration. */
export function offeredCommands(
  commands: CommandRegistry,
  words: Words,
  host: Parameters<typeof sectionOf>[2],
): readonly Offered[] {
  return commands.all
    .getState()
    .filter(command => !command.hidden && commands.isEnabled(command.id))
    .map(command => {
      const plan = commands.planNeededBy(command.id)
      // What cannot run yet asks for nothing.
      const asks = plan === undefined && needsArguments(command)
      const title = words.tm(command.source, command.title)
      return {
        command,
        name: asks && !title.endsWith('…') ? `${title} …` : title,
        section: sectionOf(command, words, host),
        asks,
        plan: plan && words.tm('core', plan),
      }
    })
}

/** Chosen by Enter alone in a palette that was just opened, it would be regretted. */
export const NEVER_FIRST = 'core.log-out'

/** What belongs to every page, the login's terms and privacy among it: below what is played with. */
const EVERYWHERE: Readonly<Record<string, number>> = { auth: 3, core: 4, app: 4 }

/** The page that is shown, and what its plugin says that it is for. */
export interface ShownPage {
  readonly plugin: string
  /** Ids of commands. */
  readonly offers?: readonly string[] | undefined
}

/** For nothing typed: what the page is for, then what belongs to it, and last what belongs to every page. */
export function byPage(
  offered: readonly Offered[],
  page: ShownPage | undefined,
): { readonly first: readonly Offered[]; readonly others: readonly Offered[] } {
  const first = (page?.offers ?? []).flatMap(id => offered.find(({ command }) => command.id === id) ?? [])
  const distance = ({ command: { source, when } }: Offered) => {
    if (source === page?.plugin) return 0
    return when !== undefined && /\broute\b/.test(when) ? 1 : (EVERYWHERE[source] ?? 2)
  }
  const others = offered.filter(each => !first.includes(each)).sort((a, b) => distance(a) - distance(b))
  return { first, others }
}
