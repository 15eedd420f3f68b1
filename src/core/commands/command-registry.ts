import { openedBy } from '../auth/plans.js'
import { JOURNAL, type Journal, type JournalCommand } from '../events/journal.js'
import { NOTICES, type NoticeBoard } from '../events/notices.js'
import { FretworkError, fretworkErrorOf } from '../platform/fretwork-error.js'
import { inject, injectable } from '../platform/inject.js'
import { complaintOf } from '../platform/issue-sentence.js'
import { LOG, type Logger, PLATFORM, type Platform } from '../platform/ports.js'
import type { Scope } from '../platform/scope.js'
import {
  createStore,
  DerivedStore,
  type Disposable,
  disposable,
  type ReadonlyStore,
} from '../platform/store.js'
import type { Token } from '../platform/token.js'
import { createToken } from '../platform/token.js'
import type { KeyLayer } from '../settings/core-settings.js'
import { type ArgumentChoice, type ChoiceRequest, type CommandContribution, everyChoice } from './command.js'
import { CommandError, noticeOf } from './command-notice.js'
import { type CommandControl, CommandRuns } from './command-runs.js'
import { effectiveKeys } from './keys/keys.js'
import { type Condition, type ContextLookup, type ContextValue, parseWhen } from './when.js'

export interface Command extends CommandContribution {
  /** Translation namespace of the title: a plugin ID, `core` or `app`. */
  readonly source: string
  readonly keys: readonly string[]
  readonly defaultKeys: readonly string[]
  readonly english?: string
}

export type CommandRun = (args: unknown, control: CommandControl) => unknown

export type CommandChoices = (
  argument: string,
  asked: ChoiceRequest,
) => readonly ArgumentChoice[] | undefined | Promise<readonly ArgumentChoice[] | undefined>

type CommandOutcome =
  /** `noticed` is true if a notice has already shown the result. */
  | { readonly ok: true; readonly value: unknown; readonly noticed?: boolean }
  | { readonly ok: false; readonly error: FretworkError }

interface Entry {
  readonly command: Command
  readonly run: CommandRun
  readonly condition: Condition
  readonly keysCondition: Condition
  readonly choices?: CommandChoices
}

/** Registers, lists and runs commands, and stores the values for their `when` conditions. */
export const COMMANDS = createToken<CommandRegistry>('core.commands')

@injectable()
export class CommandRegistry {
  private readonly entries = new Map<string, Entry>()
  /** Keeps the order of commands when a plugin is enabled again. */
  private readonly order = new Set<string>()
  private readonly renamed = new Map<string, string>()
  private readonly list = new DerivedStore<readonly Command[]>(() => this.listed())
  /** Commands in order of first registration. Updated when commands or key bindings change. */
  readonly all: ReadonlyStore<readonly Command[]> = this.list
  private readonly runs: CommandRuns
  readonly running: CommandRuns['running']
  private byId: ReadonlyMap<string, Command> = new Map()
  private userKeys: KeyLayer = {}
  private lostKeys: ReadonlySet<string> = new Set()
  private readonly context = createStore<Readonly<Record<string, ContextValue>>>({})
  readonly conditions: ReadonlyStore<Readonly<Record<string, ContextValue>>> = this.context
  private readonly lookup: ContextLookup = key => this.context.getState()[key]

  constructor(
    @inject(LOG) private readonly log: Logger,
    @inject(NOTICES) private readonly notices: NoticeBoard,
    @inject(PLATFORM) private readonly platform: Pick<Platform, 'clock' | 'host' | 'mac'>,
    @inject(JOURNAL) private readonly journal?: Pick<Journal, 'add'>,
  ) {
    this.runs = new CommandRuns(platform.clock)
    this.running = this.runs.running
  }

  setContext(key: string, value: ContextValue): void {
    if (this.lookup(key) !== value) this.context.setState({ [key]: value })
  }

  get keyLayer(): KeyLayer {
    return this.userKeys
  }

  setUserKeys(keys: KeyLayer): void {
    if (keys === this.userKeys) return
    this.userKeys = keys
    this.list.outdated()
  }

  setLostKeys(lost: ReadonlySet<string>): void {
    if (lost.size === this.lostKeys.size && [...lost].every(key => this.lostKeys.has(key))) return
    this.lostKeys = lost
    this.list.outdated()
  }

  keysOf(id: string): readonly string[] {
    return this.find(id)?.keys ?? []
  }

  /** @throws FretworkError `command_twice`, `when_invalid` */
  register(
    contribution: CommandContribution & Pick<Command, 'english'>,
    source: string,
    run: CommandRun,
    choices?: CommandChoices,
  ): Disposable {
    const { id, formerly = [] } = contribution
    const known = this.entries.get(id)
    if (known) {
      const message = `The command "${id}" of ${source} already exists in ${known.command.source}. Use another ID.`
      throw new FretworkError('command_twice', message)
    }
    const [condition, keysCondition] = [contribution.when, contribution.keysWhen].map(when =>
      when ? parseWhen(when) : () => true,
    ) as [Condition, Condition]
    const keys = contribution.keys ?? []
    const command = { ...contribution, source, keys, defaultKeys: keys }
    this.order.add(id)
    this.entries.set(id, { command, run, condition, keysCondition, choices })
    for (const former of formerly) this.renamed.set(former, id)
    this.list.outdated()
    return disposable(() => {
      this.entries.delete(id)
      for (const former of formerly) this.renamed.delete(former)
      this.runs.cancelAll(id)
      this.list.outdated()
    })
  }

  find(id: string): Command | undefined {
    this.list.getState()
    return this.byId.get(this.currentId(id))
  }

  currentId(id: string): string {
    return this.renamed.get(id) ?? id
  }

  private entryOf(id: string): Entry | undefined {
    return this.entries.get(this.currentId(id))
  }

  async choicesFor(id: string, argument: string, asked: ChoiceRequest = everyChoice()) {
    return this.entryOf(id)?.choices?.(argument, asked)
  }

  isEnabled(id: string): boolean {
    return this.entryOf(id)?.condition(this.lookup) ?? false
  }

  hasKeys(id: string): boolean {
    return this.isEnabled(id) && (this.entryOf(id)?.keysCondition(this.lookup) ?? false)
  }

  /** Returns the English name of a missing plan or add-on that the command requires. */
  planNeededBy(id: string): string | undefined {
    const feature = this.entryOf(id)?.command.feature
    return feature && !this.lookup(`plan.${feature}`) ? openedBy(feature) : undefined
  }

  /** Returns true if a guest could run the command after logging in. */
  needsAccount(id: string): boolean {
    const { lookup } = this
    const condition = this.entryOf(id)?.condition
    if (!condition || !lookup('guest')) return false
    if (condition(lookup)) return this.planNeededBy(id) !== undefined
    return condition(key => key === 'loggedIn' || lookup(key))
  }

  holds(condition: string): boolean {
    return parseWhen(condition)(this.lookup)
  }

  /** Never throws. Errors are logged, shown to the user and returned. */
  async execute(id: string, args?: unknown): Promise<CommandOutcome> {
    const { posted } = this.notices
    try {
      const value = await this.attempt(id, args)
      return { ok: true, value, ...(this.notices.posted !== posted && { noticed: true }) }
    } catch (thrown) {
      return { ok: false, error: this.report(id, thrown) }
    }
  }

  /** Throws errors instead of showing them. For callers such as the CLI that report errors themselves. */
  async attempt(id: string, args?: unknown): Promise<unknown> {
    const { clock } = this.platform
    const at = clock.now()
    const entry: JournalCommand = { kind: 'command', at, id, args }
    this.journal?.add(entry)
    try {
      const value = await this.run(id, args)
      entry.outcome = { ms: clock.now() - at, value }
      return value
    } catch (error) {
      entry.outcome = { ms: clock.now() - at, error }
      throw error
    }
  }

  private async run(id: string, args: unknown): Promise<unknown> {
    const entry = this.entryOf(id)
    if (!entry) throw new CommandError('command_unknown', { id })
    const { title, when = '', needs, feature } = entry.command
    if (needs === 'screen' && this.platform.host === 'node') {
      throw new CommandError('command_needs_screen', { command: title })
    }
    if (this.needsAccount(id)) throw new CommandError('account_needed', { command: title })
    if (!entry.condition(this.lookup)) throw new CommandError('command_unavailable', { command: title, when })
    const plan = this.planNeededBy(id)
    if (feature && plan) throw new CommandError('plan_needed', { command: title, plan, feature })
    const given = checked(entry.command, args)
    return await this.runs.start(entry.command, async control => {
      // While the command was queued, its plugin may have been disabled or its condition may have changed.
      const isWanted = this.entryOf(id) === entry && entry.condition(this.lookup)
      if (!isWanted) throw new CommandError('command_cancelled', { command: title })
      const edited = this.notices.editing({ command: entry.command.id, args: given })
      const value = await entry.run(given, control)
      edited()
      return value
    })
  }

  private report(id: string, thrown: unknown): FretworkError {
    const error = fretworkErrorOf(thrown)
    if (error.idle) this.log.info(`The command ${id} stopped: ${error.message}`)
    else this.log.error(`The command ${id} failed`, thrown)
    const notice = noticeOf(this.entryOf(id)?.command, error)
    if (notice) this.notices.post(notice)
    return error
  }

  private listed(): readonly Command[] {
    const entries = [...this.order].flatMap(id => this.entries.get(id) ?? [])
    const commands = entries.map(({ command }) => ({
      ...command,
      defaultKeys: command.defaultKeys.filter(key => !this.lostKeys.has(`${command.id} ${key}`)),
    }))
    const keysOf = effectiveKeys(commands, this.userKeys, this.platform.mac)
    const listed = commands.map(command => ({ ...command, keys: keysOf(command) }))
    this.byId = new Map(listed.map(command => [command.id, command]))
    return listed
  }
}

function checked(command: Command, args: unknown): unknown {
  if (!command.args) return undefined
  const result = command.args.safeParse(args ?? {})
  if (result.success) return result.data
  throw new FretworkError('arguments_invalid', `Invalid arguments${complaintOf(result.error)}.`)
}

/**
 * Keeps a command condition in sync with a store until the plugin stops.
 * @example publishCondition(context, 'player.song', session.view, ({ song }) => song !== undefined)
 */
export function publishCondition<T>(
  { get, scope }: { get<T>(token: Token<T>): T; readonly scope: Scope },
  name: string,
  source: ReadonlyStore<T>,
  read: (now: T) => boolean | string | undefined,
): void {
  const commands = get(COMMANDS)
  const update = () => commands.setContext(name, read(source.getState()))
  update()
  scope.onDispose(source.subscribe(update))
  scope.onDispose(() => commands.setContext(name, undefined))
}
