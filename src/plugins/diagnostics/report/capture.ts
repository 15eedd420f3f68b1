import { planLevel } from '../../../core/contract/claims.js'
import { JOURNAL, type JournalCommand, type JournalEntry } from '../../../core/events/journal.js'
import { redacted } from '../../../core/events/redact.js'
import { ApiError } from '../../../core/http/api-error.js'
import type { PluginContext } from '../../../core/kernel/plugin.js'
import { AUTH, COMMANDS, PLUGINS, SETTINGS, TRANSLATOR } from '../../../core/kernel/tokens.js'
import { codeOf, messageOf } from '../../../core/platform/fretwork-error.js'
import { SentenceError } from '../../../core/platform/phrases.js'
import { CLOCK } from '../../../core/platform/ports.js'
import type { SettingsSection } from '../../../core/settings/section.js'
import { SETTINGS_CHANGED, type SettingsChange } from '../../../core/settings/settings.js'
import { VERSION } from '../../../core/version.js'
import type { MidiEvent } from '../../../music/midi/midi-event.js'
import { NECK, NECK_PICTURES } from '../../fretboard/tokens.js'
import { BEND_RANGE_CHANGED, MIDI_EVENT, MIDI_INPUTS } from '../../midi-io/tokens.js'
import type { Edge } from './edge.js'
import type { NeckState, NeckWatch } from './neck-watch.js'
import {
  hexOf,
  type ProblemReport,
  REPORT_FORMAT,
  REPORT_VERSION,
  type ReportStep,
  type Shown,
} from './report.js'

export async function captureReport(
  context: PluginContext,
  { edge, neck }: { edge: Edge; neck: NeckWatch | undefined },
  page: { readonly browser?: string } = {},
): Promise<ProblemReport> {
  const { get, find } = context
  const all = get(JOURNAL)
    .entries()
    .filter(entry => !neck || entry.at >= neck.since || !isMidi(entry))
  const first = firstSilence(all, neck)
  const entries = all.slice(first)
  const before = neck?.stateBefore(entries)
  const messages = edge.before(entries.find(isMidi))
  const { user, status } = get(AUTH).state.getState()
  const plan = planLevel(user?.claims)
  const { route } = get(COMMANDS).conditions.getState()
  const picture = await pictureOf(context)
  const report: ProblemReport = {
    format: REPORT_FORMAT,
    version: REPORT_VERSION,
    made: get(CLOCK).date().toISOString(),
    app: {
      version: VERSION,
      host: page.browser === undefined ? 'node' : 'browser',
      ...(page.browser !== undefined && { browser: page.browser }),
    },
    // Report the route pattern, such as `/link/:token`. The actual path may grant access.
    ...(typeof route === 'string' && { page: route }),
    user: { loggedIn: status === 'loggedIn', ...(plan && { plan }), language: get(TRANSLATOR).language },
    plugins: pluginsOf(context),
    settings: settingsBefore(context, entries),
    bendRanges: Object.fromEntries(
      (find(MIDI_INPUTS)?.view.getState() ?? [])
        .filter(({ bendRange }) => bendRange !== 0)
        .map(({ id, bendRange }) => [id, entries.some(isRangeChange(id)) ? 0 : bendRange]),
    ),
    ...(before && { view: before.view, start: startOf(before) }),
    before: messages.map(({ port, bytes, string }) => ({
      ...{ port, raw: hexOf(bytes) },
      ...(string !== undefined && { string }),
    })),
    cut: first > 0 || messages.length > 0,
    steps: stepsOf(context, entries, neck),
    ...(picture !== undefined && { picture }),
  }
  return withoutPersonal(report, user)
}

function stepsOf(
  { get }: PluginContext,
  entries: readonly JournalEntry[],
  neck: NeckWatch | undefined,
): ReportStep[] {
  const sections = get(SETTINGS).sections.getState()
  const commands = get(COMMANDS)
  const known = {
    zero: entries[0]?.at ?? 0,
    argsOf: (id: string) => commands.find(id)?.args,
    sectionOf: (id: string) => sections.find(section => section.id === id),
  }
  return entries.flatMap((entry): ReportStep[] => {
    const shown = neck?.shownAfter(entry)
    const at = round(entry.at - known.zero)
    try {
      const step = stepOf(entry, shown, known)
      if (step) return [step]
    } catch {
      // A value that can't be serialized must not make the whole report fail.
      return [{ kind: 'event', at, ...(shown && { shown }), id: 'unreadable' }]
    }
    // The entry itself isn't reported, but its effect on the neck is.
    return shown ? [{ kind: 'event', at, shown, id: 'neck' }] : []
  })
}

async function pictureOf({ find, log }: PluginContext): Promise<string | undefined> {
  try {
    return await find(NECK_PICTURES)?.draw(find(NECK)?.sounding() ?? [])
  } catch (error) {
    log.warn('Couldn’t draw the neck for a report', error)
    return undefined
  }
}

function startOf({ lit, notes }: NeckState): Shown {
  return {
    ...(lit.size > 0 && { positions: Object.fromEntries(lit) }),
    ...(notes.length > 0 && { notes: [...notes] }),
  }
}

const isMidi = (entry: JournalEntry) => entry.kind === 'event' && entry.id === MIDI_EVENT.id

const isRangeChange = (port: string) => (entry: JournalEntry) =>
  entry.kind === 'event' && entry.id === BEND_RANGE_CHANGED.id && entry.payload === port

/** Returns a silence in the first half, if any. Starting while notes sound would omit their note-ons. */
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
    return { id, version, status, ...(reason !== undefined && { reason: plainMessage(reason) }) }
  })
}

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
    const kept = keptSettings(section, Object.fromEntries(other))
    return Object.keys(kept).length > 0 ? [[section.id, kept] as const] : []
  })
  return Object.fromEntries(sections)
}

const SAVE_COMMAND = 'problem-report.save'

interface StepContext {
  /** Time of the first step, on the host's clock. */
  readonly zero: number
  readonly argsOf: (command: string) => Parameters<typeof redacted>[1]
  readonly sectionOf: (id: string) => SettingsSection | undefined
}

function stepOf(entry: JournalEntry, shown: Shown | undefined, context: StepContext): ReportStep | undefined {
  const base = { at: round(entry.at - context.zero), ...(shown && { shown }) }
  switch (entry.kind) {
    case 'event': {
      const { id, payload } = entry
      if (id === MIDI_EVENT.id) return midiStep(payload as MidiEvent, base, context)
      if (id === SETTINGS_CHANGED.id) return settingsStep(payload as SettingsChange, base, context)
      return { kind: 'event', ...base, id, ...(payload !== undefined && { payload: redacted(payload) }) }
    }
    case 'command': {
      const { id, args, outcome } = entry
      if (id === SAVE_COMMAND) return undefined
      return {
        ...{ kind: 'command', ...base, id },
        ...(args !== undefined && { args: redacted(args, context.argsOf(id)) }),
        ...(outcome && { outcome: outcomeOf(outcome) }),
      }
    }
    case 'call': {
      const { name, ms, status, request, answer } = entry
      return {
        ...{ kind: 'call', ...base, name, ms: round(ms) },
        ...(status !== undefined && { status }),
        ...(request !== undefined && { request }),
        ...(answer !== undefined && { answer }),
      }
    }
    case 'log': {
      const { level, source, message, details } = entry.entry
      const errors = details.filter(each => each instanceof Error).map(errorText)
      const said = plainMessage(message)
      return { kind: 'log', ...base, level, source, message: said, ...(errors.length > 0 && { errors }) }
    }
  }
}

/** Rounds to a tenth of a microsecond, finer than any browser clock. */
function round(ms: number): number {
  return Math.round(ms * 10_000) / 10_000
}

type Base = Pick<ReportStep, 'at' | 'shown'>

function midiStep(
  { key: _, at, portId, raw, time, ...event }: MidiEvent,
  base: Base,
  { zero }: StepContext,
): ReportStep {
  const string = event.kind === 'note' ? event.string : undefined
  return {
    ...{ kind: 'midi', ...base, port: portId, raw: hexOf(raw), time, deviceAt: round(at - zero) },
    ...(string !== undefined && { string }),
    event: { ...event },
  }
}

function settingsStep(
  { section, changed }: SettingsChange,
  base: Base,
  { sectionOf }: StepContext,
): ReportStep {
  const known = sectionOf(section)
  const now = Object.fromEntries(changed.map(({ field, to }) => [field, to]))
  return { kind: 'settings', ...base, section, changed: known ? keptSettings(known, now) : {} }
}

function outcomeOf(outcome: NonNullable<JournalCommand['outcome']>) {
  const ms = round(outcome.ms)
  if ('error' in outcome) {
    return { ms, ok: false, code: codeOf(outcome.error), message: sentenceOf(outcome.error) }
  }
  return { ms, ok: true, ...(outcome.value !== undefined && { value: redacted(outcome.value) }) }
}

/** Removes hidden fields, which contain private data: songs, takes, drafts, devices. */
function keptSettings(
  { schema, fields = [] }: Pick<SettingsSection, 'schema' | 'fields'>,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const hidden = new Set(fields.filter(field => field.hidden).map(({ id }) => id))
  const shown = Object.entries(values).filter(([name]) => !hidden.has(name))
  return redacted(Object.fromEntries(shown), schema) as Record<string, unknown>
}

const STACK_LINES = 6
const QUOTED = /“[^”]*”|"[^"]*"|(?<=^|\s)'[^']*'(?=\W|$)/g
const ADDRESS = /\bhttps?:\/\/\S+/g
const FOLDERS = /(file:\/\/)?([A-Za-z]:)?([\\/][^\s\\/:()]+)+[\\/](?=[^\s\\/]+)/g

/** Removes text entered by users: quoted text, URLs and folders. */
export function plainMessage(message: string): string {
  return message.replace(ADDRESS, '«address»').replace(QUOTED, '«text»').replace(FOLDERS, '')
}

/** Returns the message template without its values. For server responses, returns only the error code. */
function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return error.code
  return plainMessage(error instanceof SentenceError ? error.sentence : messageOf(error))
}

export function errorText(error: Error): string {
  const stack = error.stack?.split('\n').filter(line => line.trim().startsWith('at ')) ?? []
  const places = stack
    .slice(0, STACK_LINES)
    .map(line => line.trim().replace(ADDRESS, baseName).replace(FOLDERS, ''))
  return [`${error.name} ${codeOf(error)}: ${sentenceOf(error)}`, ...places].join('\n')
}

/** Shortens `https://host/assets/neck-1.js:3:14` to `neck-1.js:3:14`. */
function baseName(address: string): string {
  return address.slice(address.lastIndexOf('/') + 1)
}

/** Minimum length of strings to remove. Shorter ones also occur within other words. */
const SHORTEST = 3
/** Bearer tokens and strings that look like a JWT (RFC 7519). */
const TOKENS = /Bearer [\w.~+/-]+=*|eyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g
const ADDRESSES = /[\w.+-]+@[\w-]+(\.[\w-]+)+/g
/** Fields whose values are defined by Fretwork. */
const OWN = new Set(
  'kind format made raw time id section source level code status version port portId plan language route page host note picture'.split(
    ' ',
  ),
)
/** Claims about features and roles. All other claims are personal data. */
const GENERAL = /role|feature|plan|language|locale|^(iss|aud|typ|alg|status|tenant)$/i

/** Last line of defense: removes the user's personal data wherever it occurs. */
export function withoutPersonal(report: ProblemReport, user: unknown): ProblemReport {
  const texts = textsOf(user).flatMap(text => [text, ...text.split(/[\s@.]+/)])
  const known = [...new Set(texts)]
    .filter(text => text.length >= SHORTEST)
    .sort((a, b) => b.length - a.length)
  const all = known.map(text => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  const personal = all === '' ? undefined : new RegExp(`(?<![\\p{L}\\p{N}])(${all})(?![\\p{L}\\p{N}])`, 'giu')
  const clean = (text: string) => {
    const plain = text.replace(TOKENS, '«token»').replace(ADDRESSES, '«address»')
    return personal ? plain.replace(personal, '«user»') : plain
  }
  const id = (user as { readonly id?: string } | undefined)?.id
  const isOwn = (name: string, text: string) => OWN.has(name) && text !== id
  return cleaned(report, (text, name) => (isOwn(name, text) ? text : clean(text)), '') as ProblemReport
}

function textsOf(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > 3) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    GENERAL.test(name) ? [] : textsOf(inner, depth + 1),
  )
}

function cleaned(value: unknown, clean: (text: string, name: string) => string, name: string): unknown {
  if (typeof value === 'string') return clean(value, name)
  if (Array.isArray(value)) return value.map(item => cleaned(item, clean, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cleaned(inner, clean, key)]))
}
