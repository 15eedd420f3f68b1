/** All commands by id: what they are called, when they can run, and running them with their errors caught. */
import type { NoticeBoard } from '../events/notices.js'
import { type Disposable, disposable } from '../platform/disposable.js'
import { codeOf, FretworkError, messageOf } from '../platform/fretwork-error.js'
import { issueSentence } from '../platform/issue-sentence.js'
import type { Logger } from '../platform/logger.js'
import { createStore, type ReadonlyStore } from '../platform/store.js'
import type { CommandContribution } from './command.js'
import { type Condition, type ContextLookup, type ContextValue, parseWhen } from './when.js'

export interface Command extends CommandContribution {
  /** The plugin it belongs to, or `core` or `app`: the namespace of its title. */
  readonly source: string
  readonly keys: readonly string[]
}

export type CommandRun = (args: unknown) => unknown

export type CommandOutcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: FretworkError }

interface Entry {
  readonly command: Command
  readonly run: CommandRun
  readonly condition: Condition
}

export class CommandRegistry {
  private readonly entries = new Map<string, Entry>()
  private readonly list = createStore<readonly Command[]>([])
  private readonly context = createStore<Readonly<Record<string, ContextValue>>>({})
  private readonly lookup: ContextLookup = key => this.context.getState()[key]

  constructor(
    private readonly log: Logger,
    private readonly notices: NoticeBoard,
  ) {}

  /** Every command, in the order of registration; changes when one comes or goes. */
  get all(): ReadonlyStore<readonly Command[]> {
    return this.list
  }

  /** What when-conditions read. */
  get conditions(): ReadonlyStore<Readonly<Record<string, ContextValue>>> {
    return this.context
  }

  setContext(key: string, value: ContextValue): void {
    if (this.context.getState()[key] !== value) this.context.setState({ [key]: value })
  }

  /** @throws FretworkError `command_twice`, `when_invalid` */
  register(contribution: CommandContribution, source: string, run: CommandRun): Disposable {
    const { id } = contribution
    const known = this.entries.get(id)
    if (known) {
      throw new FretworkError(
        'command_twice',
        `The command "${id}" of ${source} exists already in ${known.command.source}; give it another id.`,
      )
    }
    const condition = contribution.when ? parseWhen(contribution.when) : () => true
    this.entries.set(id, {
      command: { ...contribution, source, keys: contribution.keys ?? [] },
      run,
      condition,
    })
    this.publish()
    return disposable(() => {
      this.entries.delete(id)
      this.publish()
    })
  }

  find(id: string): Command | undefined {
    return this.entries.get(id)?.command
  }

  isEnabled(id: string): boolean {
    return this.entries.get(id)?.condition(this.lookup) ?? false
  }

  /** Whether a when-condition is true now. @throws FretworkError `when_invalid` */
  holds(condition: string): boolean {
    return parseWhen(condition)(this.lookup)
  }

  /**
   * Checks the arguments and runs the command. Never throws: what goes wrong is logged with the command's
   * name, told to the user, and returned.
   */
  async execute(id: string, args?: unknown): Promise<CommandOutcome> {
    try {
      return { ok: true, value: await this.attempt(id, args) }
    } catch (thrown) {
      return { ok: false, error: this.report(id, thrown) }
    }
  }

  /** As `execute`, for callers that show errors themselves (the CLI). */
  async attempt(id: string, args?: unknown): Promise<unknown> {
    const entry = this.entries.get(id)
    if (!entry) throw new FretworkError('command_unknown', `There is no command "${id}".`)
    if (!entry.condition(this.lookup)) {
      throw new FretworkError(
        'command_unavailable',
        `"${entry.command.title}" cannot be used here (${entry.command.when}).`,
      )
    }
    return await entry.run(checked(entry.command, args))
  }

  private report(id: string, thrown: unknown): FretworkError {
    const title = this.entries.get(id)?.command.title ?? id
    const error =
      thrown instanceof FretworkError
        ? thrown
        : new FretworkError(codeOf(thrown), messageOf(thrown), { cause: thrown })
    this.log.error(`The command ${id} failed`, thrown)
    this.notices.post({
      kind: 'error',
      source: 'core',
      message: '{{command}}: {{reason}}',
      values: { command: title, reason: error.message },
      code: error.code,
    })
    return error
  }

  private publish(): void {
    this.list.setState(
      [...this.entries.values()].map(entry => entry.command),
      true,
    )
  }
}

function checked(command: Command, args: unknown): unknown {
  if (!command.args) return undefined
  const result = command.args.safeParse(args ?? {})
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const where = issue?.path.length ? ` at "${issue.path.join('.')}"` : ''
  throw new FretworkError('arguments_invalid', `The arguments do not fit${where}: ${issueSentence(issue)}.`)
}
