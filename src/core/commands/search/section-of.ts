/** The heading of a command in lists: its own section, or its plugin's title. */
import type { Command } from '../command-registry.js'

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
