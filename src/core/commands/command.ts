/** A command as data: everything the palette, the key list and the CLI show before any plugin code is loaded. */
import type * as z from 'zod/mini'

export interface CommandContribution<A = unknown> {
  /** `<plugin>.<verb-noun>`, for example `midi-io.panic`. */
  readonly id: string
  /** Plain English; translated where it is shown. */
  readonly title: string
  readonly description?: string
  /** Key bindings such as `$mod+k`, `g f` (a sequence) or `?`; `$mod` is ⌘ on a Mac and Ctrl elsewhere. */
  readonly keys?: readonly string[]
  /** Schema of its arguments; a command without one takes none. */
  readonly args?: z.ZodMiniType<A>
  /** What to call its arguments when they are asked for: `{ id: 'tonic', title: 'Tonic' }`. */
  readonly asks?: readonly { readonly id: string; readonly title: string }[]
  /** When it can be run, for example `loggedIn && route == '/fretboard'`. */
  readonly when?: string
  /** Runs without a screen. */
  readonly headless?: boolean
  /** Words of its CLI subcommand, for example `midi panic`. */
  readonly cli?: string
  /** Group in the palette; the plugin's title unless given. */
  readonly section?: string
  /** Left out of the palette (still has its key and can be executed). */
  readonly hidden?: boolean
}
