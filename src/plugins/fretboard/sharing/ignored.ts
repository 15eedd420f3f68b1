/** What could not be shown. */

/** What of the settings could not be shown: the English sentence with its gaps, and their values. */
export interface Ignored {
  readonly sentence: string
  readonly values: Readonly<Record<string, string | number>>
}
