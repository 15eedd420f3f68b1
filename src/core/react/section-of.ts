/** The heading of a command in lists: its own section, or its plugin's title. */
import type { Command } from '../commands/command-registry.js'
import type { PluginHost } from '../kernel/host/plugin-host.js'
import type { Text } from './hooks/use-text.js'

export function sectionOf(
  { section, source }: Pick<Command, 'section' | 'source'>,
  { t, tm }: Text,
  host: Pick<PluginHost, 'state'>,
): string {
  if (section) return tm('app', section)
  const title = host.state(source)?.title
  return title === undefined ? t('Fretwork') : tm(source, title)
}
