/**
 * Marks the sentences of a table for the check of translations.
 * @example phrases({ empty: 'The file is empty.' }).empty // 'The file is empty.'
 */
export function phrases<const Table>(table: Table): Table {
  return table
}

/**
 * Marks one sentence of a table that holds other texts as well.
 * @example phrase('Drop D') // 'Drop D'
 */
export function phrase<const Sentence extends string>(sentence: Sentence): Sentence {
  return sentence
}
