import type * as z from 'zod/mini'

/** `restart` cancels the first run, `parallel` keeps both. */
export type BusyRule = 'refuse' | 'queue' | 'restart' | 'parallel'

export interface ArgumentChoice {
  readonly value: string | number | boolean
  /** Either language-neutral, or English with a translation. */
  readonly label: string
  /**
   * Typed number that selects the choice if other labels also contain numbers: the string, as opposed to
   * frets.
   */
  readonly number?: number
  /** Search synonyms in any language, separated by commas: `natural minor, aeolian`. */
  readonly words?: string
  /** Default value if the query names the other arguments but not this one. */
  readonly current?: boolean
}

export type Arguments = Readonly<Record<string, unknown>>

export interface CommandQuestion {
  readonly id: string
  readonly title: string
  /** Default if the query names the other arguments: `12 frets` starts at fret 0. */
  readonly assumed?: number
  /** Its values are listed on request and don't appear in the command search. */
  readonly onlyAsked?: boolean
  /** Accepts values that are not listed. */
  readonly open?: boolean
  /** Too many values to list: searched whenever typing pauses. Implies `onlyAsked`. */
  readonly searched?: boolean
}

export interface CommandContribution<A = unknown> {
  readonly id: string
  /** Former ids that keyboard shortcuts, MIDI mappings, links and scripts may still use. */
  readonly formerly?: readonly string[]
  /** English title; translated when shown. */
  readonly title: string
  /** Palette titles that depend on a condition: `['player.playing', 'Pause the song', 'Play the song']`. */
  readonly titles?: readonly [condition: string, on: string, off: string]
  readonly description?: string
  /** Search synonyms, separated by commas: `import, load`. Translated like the title. */
  readonly words?: string
  /** Key bindings: `$mod+k`, `g f` (a sequence) or `?`; `$mod` is ⌘ on a Mac and Ctrl on other systems. */
  readonly keys?: readonly string[]
  /** Additional condition for its keys. Focus changes too often to decide which commands a page offers. */
  readonly keysWhen?: string
  /** A command without a schema takes no arguments. */
  readonly args?: z.ZodMiniType<A>
  /** Titles of its arguments: `{ id: 'tonic', title: 'Tonic' }`. */
  readonly asks?: readonly CommandQuestion[]
  /** Condition such as `loggedIn && route == '/fretboard'`. */
  readonly when?: string
  /**
   * Plan feature: `shapes`, `Pro`, `AddOn.Sampler`. Users without it see the command and what it requires;
   * `when: 'plan.Pro'` would hide it.
   */
  readonly feature?: string
  /** `screen` commands are refused on the command line. */
  readonly needs?: 'screen'
  /** Behavior while the command is running; default: `refuse`. */
  readonly busy?: BusyRule
  /** CLI subcommand, such as `midi panic`. */
  readonly cli?: string
  /** Group in the palette; default: the plugin's title. */
  readonly section?: string
  /** Hides the command from the palette; keys and code can still run it. */
  readonly hidden?: boolean
  /** Found only by its first word or a full name, because it is risky or rarely used. */
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
