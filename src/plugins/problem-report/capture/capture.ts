/** Puts a report together: the steps of the last two minutes, and all that is needed to repeat them. */

import { planLevel } from '../../../core/auth/claims.js'
import type { JournalEntry } from '../../../core/journal/journal.js'
import { JOURNAL } from '../../../core/journal/journal.js'
import { redacted } from '../../../core/journal/redact.js'
import type { PluginContext } from '../../../core/kernel/manifest/plugin.js'
import { AUTH, PLUGINS, SETTINGS, TRANSLATOR } from '../../../core/kernel/services/tokens.js'
import { CLOCK } from '../../../core/platform/ports.js'
import { SETTINGS_CHANGED, type SettingsChange } from '../../../core/settings/settings.js'
import { VERSION } from '../../../core/version.js'
import { NECK, NECK_PICTURES } from '../../fretboard/tokens.js'
import { MIDI_INPUTS } from '../../midi-io/tokens.js'
import { hexOf, type ProblemReport, REPORT_FORMAT, REPORT_VERSION, type ReportStep } from '../file/report.js'
import type { Edge } from './edge.js'
import type { NeckWatch } from './neck-watch.js'
import { withoutPersonal } from './personal.js'
import { stepOf } from './steps.js'

/** A section of settings that is longer holds something else: a draft, a song. */
const LONGEST_SECTION = 20_000

interface Watches {
  readonly edge: Edge
  readonly neck: NeckWatch | undefined
}

/** @param page what only a browser knows */
export async function captureReport(
  context: PluginContext,
  { edge, neck }: Watches,
  page: { readonly browser?: string; readonly path?: string } = {},
): Promise<ProblemReport> {
  const { get, find } = context
  const all = get(JOURNAL).entries()
  const first = firstSilence(all, neck)
  const entries = all.slice(first)
  const zero = entries[0]?.at ?? 0
  const before = neck?.stateBefore(entries)
  const steps = entries.flatMap((entry): ReportStep[] => {
    const shown = neck?.shownAfter(entry)
    const at = round(entry.at - zero)
    const step = stepOf(entry, at, shown)
    if (step) return [step]
    // An entry that is not kept, after which the neck has changed.
    return shown ? [{ kind: 'event', at, shown, id: 'neck' }] : []
  })
  const { user, status } = get(AUTH).state.getState()
  const plan = planLevel(user?.claims)
  const messages = edge.before(entries[0])
  const picture = await find(NECK_PICTURES)?.draw(find(NECK)?.sounding() ?? [])
  const report: ProblemReport = {
    format: REPORT_FORMAT,
    version: REPORT_VERSION,
    made: get(CLOCK).date().toISOString(),
    app: {
      version: VERSION,
      host: page.browser === undefined ? 'node' : 'browser',
      ...(page.browser !== undefined && { browser: page.browser }),
    },
    ...(page.path !== undefined && { page: page.path }),
    user: { loggedIn: status === 'loggedIn', ...(plan && { plan }), language: get(TRANSLATOR).language },
    plugins: pluginsOf(context),
    settings: settingsBefore(context, entries),
    bendRanges: Object.fromEntries(
      (find(MIDI_INPUTS)?.view.getState() ?? [])
        .filter(({ bendRange }) => bendRange !== 0)
        .map(({ id, bendRange }) => [id, bendRange]),
    ),
    ...(before && { view: before.view }),
    before: messages.map(({ port, bytes }) => ({ port, raw: hexOf(bytes) })),
    cut: first > 0 || messages.length > 0,
    steps,
    ...(picture !== undefined && { picture }),
  }
  return withoutPersonal(report, user)
}

/** A report begins where nothing sounds, if that is in its first half: what began before would be missing. */
function firstSilence(entries: readonly JournalEntry[], neck: NeckWatch | undefined): number {
  if (!neck) return 0
  const { lit, notes } = neck.stateBefore(entries)
  if (lit.size === 0 && notes.length === 0) return 0
  const silent = entries.findIndex(entry => neck.shownAfter(entry)?.notes?.length === 0)
  return silent >= 0 && silent < entries.length / 2 ? silent + 1 : 0
}

function pluginsOf({ get }: PluginContext): ProblemReport['plugins'] {
  const host = get(PLUGINS)
  return host.manifests.map(({ id, version }) => {
    const { status = 'unknown', reason } = host.state(id) ?? {}
    return { id, version, status, ...(reason !== undefined && { reason }) }
  })
}

/** What differs from the defaults, as it was before these entries. */
function settingsBefore({ get }: PluginContext, entries: readonly JournalEntry[]): ProblemReport['settings'] {
  const settings = get(SETTINGS)
  const sections = settings.sections.getState().flatMap(section => {
    const now = new Map(Object.entries(settings.store(section).getState()))
    for (const entry of entries.toReversed()) {
      if (entry.kind !== 'event' || entry.id !== SETTINGS_CHANGED.id) continue
      const change = entry.payload as SettingsChange
      if (change.section !== section.id) continue
      for (const { field, from } of change.changed) now.set(field, from)
    }
    const defaults = new Map(Object.entries(section.defaults))
    const other = [...now].filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults.get(name)),
    )
    const kept = redacted(Object.fromEntries(other)) as Record<string, unknown>
    const isShort = JSON.stringify(kept).length <= LONGEST_SECTION
    return other.length > 0 && isShort ? [[section.id, kept] as const] : []
  })
  return Object.fromEntries(sections)
}

function round(ms: number): number {
  return Math.round(ms * 1000) / 1000
}
