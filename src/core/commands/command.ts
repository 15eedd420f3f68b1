import type * as z from 'zod/mini'

/** What to do if the command is already running: `restart` cancels the first run, `parallel` keeps both. */
export type BusyRule = 'refuse' | 'queue' | 'restart' | 'parallel'

export interface ArgumentChoice {
  readonly value: string | number | boolean
  /** Label in English; translated when shown. */
  readonly label: string
  /** Number that selects this choice when typed, if the label contains several numbers. */
  readonly number?: number
  /** Search synonyms in any language, separated by commas: `natural minor, aeolian`. */
  readonly words?: string
  /** Marks the current value, which is the default if the query omits this argument. */
  readonly current?: boolean
}

export type Arguments = Readonly<Record<string, unknown>>

export interface CommandQuestion {
  readonly id: string
  readonly title: string
  /** Default value if the query omits this argument: `12 frets` starts at fret 0. */
  readonly assumed?: number
  /** Excludes the values from search. The palette lists them only when it prompts for the argument. */
  readonly onlyAsked?: boolean
  /** Accepts values that are not listed. */
  readonly open?: boolean
  /** Requests values when the user pauses typing. For very long lists; implies `onlyAsked`. */
  readonly searched?: boolean
}

export interface CommandContribution<A = unknown> {
  readonly id: string
  /** Former IDs, which are still valid in shortcuts, MIDI mappings, links and scripts. */
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
  /** Additional condition for the keys only. Use it for focus, which changes too often for `when`. */
  readonly keysWhen?: string
  readonly args?: z.ZodMiniType<A>
  /** Argument prompts: `{ id: 'tonic', title: 'Tonic' }`. */
  readonly asks?: readonly CommandQuestion[]
  /** Condition under which the command is available: `loggedIn && route == '/fretboard'`. */
  readonly when?: string
  /**
   * Required plan feature: `shapes`, `Pro`, `AddOn.Sampler`. Other users see an upgrade hint; use `when:
   * 'plan.Pro'` to hide the command.
   */
  readonly feature?: string
  /** Use `screen` for commands that are unavailable in the CLI. */
  readonly needs?: 'screen'
  /** What to do if the command is already running. Default: `refuse`. */
  readonly busy?: BusyRule
  /** CLI subcommand, such as `midi panic`. */
  readonly cli?: string
  /** Palette heading. Default: the plugin's title. */
  readonly section?: string
  /** Hides the command from the palette. Keyboard shortcuts and code can still run it. */
  readonly hidden?: boolean
  /** For risky or rarely used commands. The search requires the first word or the full name. */
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
