import type * as z from 'zod/mini'

/** `restart` cancels the first run, `parallel` keeps both. */
export type BusyRule = 'refuse' | 'queue' | 'restart' | 'parallel'

export interface ArgumentChoice {
  readonly value: string | number | boolean
  /** Needs no translation, or is English with one. */
  readonly label: string
  /** The number that means it when typed, if other labels contain numbers as well: the string among frets. */
  readonly number?: number
  /** Search synonyms in any language, separated by commas: `natural minor, aeolian`. */
  readonly words?: string
  /** Taken if the other arguments are named without this one. */
  readonly current?: boolean
}

export type Arguments = Readonly<Record<string, unknown>>

export interface CommandQuestion {
  readonly id: string
  readonly title: string
  /** Default when other arguments are named: `12 frets` starts at fret 0. */
  readonly assumed?: number
  /** Its values are listed on request and don't appear in the command search. */
  readonly onlyAsked?: boolean
  /** Accepts values that are not listed. */
  readonly open?: boolean
  /** Too many values to list: searched with each pause in typing. Implies `onlyAsked`. */
  readonly searched?: boolean
}

export interface CommandContribution<A = unknown> {
  readonly id: string
  /** Former ids, which keys, MIDI mappings, links and scripts may still use. */
  readonly formerly?: readonly string[]
  /** Plain English; translated when shown. */
  readonly title: string
  /** Titles in the palette, by a condition: `['player.playing', 'Pause the song', 'Play the song']`. */
  readonly titles?: readonly [condition: string, on: string, off: string]
  readonly description?: string
  /** Search synonyms, separated by commas: `import, load`. Translated like the title. */
  readonly words?: string
  /** `$mod+k`, `g f` (a sequence) or `?`; `$mod` is ⌘ on a Mac, otherwise Ctrl. */
  readonly keys?: readonly string[]
  /** Condition of its keys in addition to `when`. The focus changes too often to decide which commands a page offers. */
  readonly keysWhen?: string
  /** A command without a schema takes no arguments. */
  readonly args?: z.ZodMiniType<A>
  /** Titles of its arguments: `{ id: 'tonic', title: 'Tonic' }`. */
  readonly asks?: readonly CommandQuestion[]
  /** Such as `loggedIn && route == '/fretboard'`. */
  readonly when?: string
  /**
   * Part of a plan: `shapes`, `Pro`, `AddOn.Sampler`. Users without it find the command, and are shown what
   * it needs; `when: 'plan.Pro'` would hide it.
   */
  readonly feature?: string
  /** `screen`: refused on the command line. */
  readonly needs?: 'screen'
  /** Default: `refuse`. */
  readonly busy?: BusyRule
  /** Its CLI subcommand, such as `midi panic`. */
  readonly cli?: string
  /** Group in the palette; default: the plugin's title. */
  readonly section?: string
  /** Not in the palette; keys and code still run it. */
  readonly hidden?: boolean
  /** Found only by its first word or a whole name, because it is risky or rarely used. */
  readonly careful?: boolean
}

export interface ChoiceRequest {
  readonly typed: string
  readonly signal: AbortSignal
}

export function everyChoice(): ChoiceRequest {
  return { typed: '', signal: new AbortController().signal }
}

export function needsArguments({ args }: Pick<CommandContribution, 'args'>): boolean {
  return args !== undefined && !args.safeParse({}).success
}
