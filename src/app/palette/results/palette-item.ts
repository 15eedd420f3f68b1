/** One row of the palette, in the shape in which kbar's list runs it. */
import { useCallback } from 'react'
import type { Arguments } from '../../../core/commands/command.js'
import type { CommandRunState } from '../../../core/commands/command-runs.js'
import { useKernel } from '../../../core/react/kernel-context.js'
import { noteUse } from '../command-uses.js'

export interface PaletteItem {
  readonly id: string
  /** As it is shown, translated. */
  readonly name: string
  readonly section: string
  readonly subtitle?: string
  /** Shown bindings. */
  readonly keys?: readonly string[]
  /** What has to be bought first, translated; choosing it says where. */
  readonly plan?: string | undefined
  /** Undefined where choosing it asks for something first: its id becomes the step that asks. */
  readonly command?: { perform(): void }
  /** The palette stays open when it was chosen. */
  readonly stays?: boolean
  /** A command that runs: choosing it cancels it. */
  readonly running?: CommandRunState
}

/** A text is the heading of the rows that follow it. */
export type PaletteRow = PaletteItem | string

/** The rows under the headings of their sections, which stand in the order in which they come. */
export function inSections(items: readonly PaletteItem[]): PaletteRow[] {
  const sections = new Map<string, PaletteItem[]>()
  for (const item of items) {
    const rows = sections.get(item.section)
    if (rows) rows.push(item)
    else sections.set(item.section, [item])
  }
  return [...sections].flatMap(([heading, rows]) => [heading, ...rows])
}

/** Under which the palette stores what was used. */
export const USES_KEY = 'CommandUses'

/** Runs a command from the palette, which puts it further to the front. */
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

/** Begins the ids of steps: the palette's own root id keeps which command asks for its arguments. */
const PREFIX = 'ask '

/** The id of the step that asks for the next argument. */
export function stepId(command: string, soFar: Arguments): string {
  return `${PREFIX}${command} ${JSON.stringify(soFar)}`
}

/** Undefined for the id of anything else. */
export function readStepId(
  id: string | null | undefined,
): { readonly command: string; readonly soFar: Arguments } | undefined {
  if (!id?.startsWith(PREFIX)) return undefined
  const [command = '', ...rest] = id.slice(PREFIX.length).split(' ')
  return { command, soFar: JSON.parse(rest.join(' ')) as Arguments }
}
