/** One row of the palette, in the shape in which kbar's list runs it. */
import type { CommandRunState } from '../../../core/commands/command-runs.js'

export interface PaletteItem {
  readonly id: string
  /** As it is shown, translated. */
  readonly name: string
  readonly section: string
  readonly subtitle?: string
  /** Bindings shown beside it. */
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
