import { useCallback } from 'react'
import * as z from 'zod/mini'
import { argumentFields } from '../../../core/commands/argument-fields.js'
import type { Arguments } from '../../../core/commands/command.js'
import type { CommandRunState } from '../../../core/commands/command-runs.js'
import { titleWithValues } from '../../../core/commands/search/value-search.js'
import { settingsCommandId } from '../../../core/commands/settings-commands.js'
import { DONE } from '../../../core/events/app-events.js'
import type { Kernel } from '../../../core/kernel/tokens.js'
import { storedJson } from '../../../core/platform/json.js'
import type { StoragePort } from '../../../core/platform/ports.js'
import { type Text, useKernel, useText } from '../../../core/react/kernel-context.js'
import { settingsFields, valueAt } from '../../../core/settings/settings-fields.js'

export interface PaletteItem {
  readonly id: string
  readonly name: string
  readonly section: string
  readonly subtitle?: string
  readonly keys?: readonly string[]
  /** Translated name of the required plan. Choosing the item shows how to upgrade. */
  readonly plan?: string | undefined
  /** Undefined if choosing the item opens a prompt first. */
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

const HALF_LIFE_MS = 3 * 24 * 60 * 60 * 1000
const KEPT = 200

const use = z.object({ weight: z.number(), at: z.number() })
const usesSchema = z.record(z.string(), use)

export function commandUses(storage: StoragePort, key: string, now: number): ReadonlyMap<string, number> {
  return new Map(Object.entries(read(storage, key)).map(([id, use]) => [id, faded(use, now)]))
}

export function lastUsed(storage: StoragePort, key: string): readonly string[] {
  return Object.entries(read(storage, key))
    .sort(([, a], [, b]) => b.at - a.at)
    .map(([id]) => id)
}

export function noteUse(storage: StoragePort, key: string, id: string, now: number): void {
  const uses = read(storage, key)
  const before = uses[id]
  uses[id] = { weight: (before ? faded(before, now) : 0) + 1, at: now }
  const kept = Object.entries(uses)
    .sort(([, a], [, b]) => faded(b, now) - faded(a, now))
    .slice(0, KEPT)
  try {
    storage.set(key, JSON.stringify(Object.fromEntries(kept)))
  } catch {
    // If storage is full, only the usage ranking is lost.
  }
}

function faded({ weight, at }: z.infer<typeof use>, now: number): number {
  return weight * 2 ** ((at - now) / HALF_LIFE_MS)
}

const read = (storage: StoragePort, key: string) => storedJson(usesSchema, storage.get(key)) ?? {}

/** @param labels argument labels, in the order of the prompts */
export function useRunAndNote(): (id: string, args?: Arguments, labels?: readonly string[]) => void {
  const kernel = useKernel()
  const text = useText()
  return useCallback(
    (id, args, labels) => {
      const { commands, events, platform, tenant } = kernel
      noteUse(platform.storage, tenant.storageKey(USES_KEY), id, platform.clock.date().getTime())
      const run = async () => {
        const outcome = await commands.execute(id, args)
        // Pages announce their own titles.
        if (outcome.ok && !outcome.noticed && commands.find(id)?.section !== 'Go to')
          events.emit(DONE, { text: doneText(kernel, text, { id, labels, value: outcome.value }) })
      }
      void run()
    },
    [kernel, text],
  )
}

interface Done {
  readonly id: string
  readonly labels: readonly string[] | undefined
  readonly value: unknown
}

/**
 * Returns the announcement of a finished command: `Loop bars 2–3`, `Tuning: Drop D`, `Left-handed neck: on`,
 * or the message that the command returns.
 */
export function doneText(
  { commands, settings }: Kernel,
  { t, tm }: Text,
  { id, labels = [], value }: Done,
): string {
  const command = commands.find(id)
  if (!command) return ''
  if (typeof value === 'string') return value
  const { source } = command
  const title = tm(source, command.title)
  const fields = argumentFields(command)
  const [one, ...others] = fields
  if (labels.length > 0) {
    const isNamed = one && one.name !== 'name' && others.length === 0 && !one.numeric
    return titleWithValues(isNamed ? tm(source, one.title).replace(/:.*/s, '') : title, fields, labels)
  }
  const stateOf = (name: string, on: boolean) =>
    on ? t('{{name}}: on', { name }) : t('{{name}}: off', { name })
  for (const section of settings.sections.getState()) {
    const own = settings.sourceOf(section)
    for (const field of settingsFields(section)) {
      const runs = field.command ?? settingsCommandId(own, section.id, field.path)
      if (runs !== id) continue
      // Prefer the command's result: not every command changes the setting.
      const now = typeof value === 'boolean' ? value : valueAt(settings.store(section).getState(), field.path)
      if (typeof now === 'boolean') return stateOf(tm(own, field.title), now)
    }
  }
  if (typeof value !== 'boolean') return title
  const [before = '', after = ''] = t('Toggle {{name}}', { name: '\n' }).split('\n')
  const name = title.slice(title.startsWith(before) ? before.length : 0)
  const toggled = name.endsWith(after) ? name.slice(0, name.length - after.length) : name
  return stateOf(toggled.charAt(0).toUpperCase() + toggled.slice(1), value)
}

const PREFIX = 'ask '

export function stepId(command: string, soFar: Arguments): string {
  return `${PREFIX}${command} ${JSON.stringify(soFar)}`
}

export function readStepId(id: string): { readonly command: string; readonly soFar: Arguments } | undefined {
  if (!id.startsWith(PREFIX)) return undefined
  const [command = '', ...rest] = id.slice(PREFIX.length).split(' ')
  return { command, soFar: JSON.parse(rest.join(' ')) as Arguments }
}
