/** What the palette lists: commands that can be used here, ranked, the most used first among equals. */
import { useMemo } from 'react'
import type { Command } from '../../core/commands/command-registry.js'
import { prepare, rank } from '../../core/commands/rank.js'
import { useKernel } from '../../core/react/kernel-context.js'
import { useStore } from '../../core/react/use-store.js'
import { type Text, useText } from '../../core/react/use-text.js'
import { stepId } from './argument-step.js'
import { commandUses, noteUse } from './command-uses.js'
import type { PaletteItem } from './palette-item.js'

export function usePaletteItems(search: string): readonly PaletteItem[] {
  const { commands, host, platform, tenant } = useKernel()
  const text = useText()
  const { tm } = text
  const all = useStore(commands.all)
  const conditions = useStore(commands.conditions)
  const storageKey = tenant.storageKey('CommandUses')

  // biome-ignore lint/correctness/useExhaustiveDependencies: the conditions are what `isEnabled` reads
  const usable = useMemo(
    () => all.filter(command => !command.hidden && commands.isEnabled(command.id)),
    [all, conditions, commands],
  )

  const items = useMemo(
    () =>
      new Map(
        usable.map(command => {
          const asks = needsArguments(command)
          const title = tm(command.source, command.title)
          const used = () =>
            noteUse(platform.storage, storageKey, command.id, platform.clock.date().getTime())
          const item: PaletteItem = {
            id: asks ? stepId(command.id, {}) : command.id,
            title: asks ? `${title} …` : title,
            section: sectionOf(command, text, host.state(command.source)?.title),
            keys: command.keys,
            run: asks
              ? undefined
              : () => {
                  used()
                  void commands.execute(command.id)
                },
          }
          return [command.id, item]
        }),
      ),
    [usable, text, tm, commands, host, platform, storageKey],
  )

  const prepared = useMemo(
    () =>
      prepare(
        usable.map(command => ({
          id: command.id,
          texts: [...new Set([tm(command.source, command.title), command.title])],
        })),
      ),
    [usable, tm],
  )

  return useMemo(() => {
    const uses = commandUses(platform.storage, storageKey, platform.clock.date().getTime())
    return rank(prepared, search, id => uses(id)).flatMap(entry => items.get(entry.id) ?? [])
  }, [prepared, search, items, platform, storageKey])
}

function needsArguments(command: Command): boolean {
  return command.args !== undefined && !command.args.safeParse({}).success
}

function sectionOf(command: Command, { t, tm }: Text, pluginTitle: string | undefined): string {
  if (command.section) return tm('app', command.section)
  return pluginTitle === undefined ? t('Fretwork') : tm(command.source, pluginTitle)
}
