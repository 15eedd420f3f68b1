import { useCallback } from 'react'
import type { Arguments } from '../../../core/commands/command.js'
import type { CommandRunState } from '../../../core/commands/command-runs.js'
import { useKernel } from '../../../core/react/kernel-context.js'
import { noteUse } from '../command-uses.js'

export interface PaletteItem {
  readonly id: string
  readonly name: string
  readonly section: string
  readonly subtitle?: string
  readonly keys?: readonly string[]
  /** Translated; choosing it says where to buy it. */
  readonly plan?: string | undefined
  /** Undefined if choosing it asks for something first. */
  readonly command?: { perform(): void }
  readonly stays?: boolean
  readonly running?: CommandRunState
}

export type PaletteRow = PaletteItem | string

export function inSections(items: readonly PaletteItem[]): PaletteRow[] {
  const sections = new Map<string, PaletteItem[]>()
  for (const item of items) {
    const rows = sections.get(item.section)
    if (rows) rows.push(item)
    else sections.set(item.section, [item])
  }
  return [...sections].flatMap(([heading, rows]) => [heading, ...rows])
}

export const USES_KEY = 'CommandUses'

export function useRunAndNote(): (id: string, args?: unknown) => void {
  const { commands, platform, tenant } = useKernel()
  return useCallback(
    (id, args) => {
      noteUse(platform.storage, tenant.storageKey(USES_KEY), id, platform.clock.date().getTime())
      void commands.execute(id, args)
    },
    [commands, platform, tenant],
  )
}

/** The root id of kbar keeps which command asks for its arguments. */
const PREFIX = 'ask '

export function stepId(command: string, soFar: Arguments): string {
  return `${PREFIX}${command} ${JSON.stringify(soFar)}`
}

export function readStepId(
  id: string | null | undefined,
): { readonly command: string; readonly soFar: Arguments } | undefined {
  if (!id?.startsWith(PREFIX)) return undefined
  const [command = '', ...rest] = id.slice(PREFIX.length).split(' ')
  return { command, soFar: JSON.parse(rest.join(' ')) as Arguments }
}
