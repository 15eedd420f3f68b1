/** Sentences that stand in a table and are translated where they are shown. */

/**
 * Marks the sentences of a table for the check of translations, and returns the table as it is.
 * @example phrases({ empty: 'The file is empty.' }).empty // 'The file is empty.'
 */
export function phrases<const Table>(table: Table): Table {
  return table
}

/**
 * Marks one sentence of a table whose rows hold other texts besides.
 * @example phrase('Drop D') // 'Drop D'
 */
export function phrase<const Sentence extends string>(sentence: Sentence): Sentence {
  return sentence
}
