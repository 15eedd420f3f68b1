/** A command as data: everything the palette, the key list and the CLI show before any plugin code is loaded. */
import type * as z from 'zod/mini'

/**
 * What a start means while the command still runs: `refuse` says so, `queue` waits for its turn, `restart`
 * cancels the one that runs, `parallel` lets both run.
 */
export type BusyRule = 'refuse' | 'queue' | 'restart' | 'parallel'

/** A value that an argument can have at this moment, and what to call it. */
export interface ArgumentChoice {
  readonly value: string | number | boolean
  /** As it is shown: a name that needs no translation, or an English one that has one. */
  readonly label: string
  /** The number that means it when it is typed, where others stand in labels as well: the string among frets. */
  readonly number?: number
  /** What else it is looked for by, in any language, with commas between: `natural minor, aeolian`. */
  readonly words?: string
  /** It is what applies now: taken where the other arguments of the command are named without this one. */
  readonly current?: boolean
}

/** Arguments by their names. */
export type Arguments = Readonly<Record<string, unknown>>

export interface CommandQuestion {
  /** The name of the argument. */
  readonly id: string
  readonly title: string
  /** Taken where the others are named without it: `12 frets` shows them from fret 0. */
  readonly assumed?: number
  /** Its values are listed when they are asked for, and not found by their names among the commands. */
  readonly onlyAsked?: boolean
  /**
   * Its values are looked for with the text that is typed, again with every pause, and shown as they are
   * answered: for more of them than can be listed. They are never found among the commands, as with `onlyAsked`.
   */
  readonly searched?: boolean
}

export interface CommandContribution<A = unknown> {
  /** `<plugin>.<verb-noun>`, for example `midi-io.panic`. */
  readonly id: string
  /** Ids that it had before: keys, MIDI bindings, links and scripts that name one of them still find it. */
  readonly formerly?: readonly string[]
  /** Plain English; translated where it is shown. */
  readonly title: string
  readonly description?: string
  /** What else it is looked for by, with commas between: `import, load`. Plain English, translated like the title. */
  readonly words?: string
  /** Key bindings such as `$mod+k`, `g f` (a sequence) or `?`; `$mod` is ⌘ on a Mac and Ctrl elsewhere. */
  readonly keys?: readonly string[]
  /** When its keys run it, besides `when`: what the focus is on changes too often to say what a page offers. */
  readonly keysWhen?: string
  /** Schema of its arguments; a command without one takes none. */
  readonly args?: z.ZodMiniType<A>
  /** What to call its arguments when they are asked for: `{ id: 'tonic', title: 'Tonic' }`. */
  readonly asks?: readonly CommandQuestion[]
  /** When it can be run, for example `loggedIn && route == '/fretboard'`. */
  readonly when?: string
  /**
   * The part of a plan that it belongs to: `shapes`, `Pro`, `AddOn.Sampler`. Who does not have it finds the
   * command, and is shown what it needs; `when: 'plan.Pro'` would hide it.
   */
  readonly feature?: string
  /** `screen`: refused on the command line. A command that says nothing runs there as well. */
  readonly needs?: 'screen'
  /** What a second start does while the first one runs. Default: `refuse`. */
  readonly busy?: BusyRule
  /** Words of its CLI subcommand, for example `midi panic`. */
  readonly cli?: string
  /** Group in the palette; the plugin's title unless given. */
  readonly section?: string
  /** Left out of the palette (still has its key and can be executed). */
  readonly hidden?: boolean
  /** Found in the palette only once its first word is typed: chosen in haste, it would be regretted. */
  readonly careful?: boolean
}

/** A request for the values of an argument: what was typed so far, and when the answer is no longer needed. */
export interface ChoiceRequest {
  /** As it is written so far; empty for a question that is not `searched`. */
  readonly typed: string
  /** Aborted when the answer is no longer needed. */
  readonly signal: AbortSignal
}

/** A request for all values, which is never cancelled. */
export function everyChoice(): ChoiceRequest {
  return { typed: '', signal: new AbortController().signal }
}

/** Whether a command cannot run until it was asked for something. */
export function needsArguments({ args }: Pick<CommandContribution, 'args'>): boolean {
  return args !== undefined && !args.safeParse({}).success
}
