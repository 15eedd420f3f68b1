/** Sentences with gaps: the English one is the key of its translation, the values fill either. */

export type SentenceValues = Readonly<Record<string, string | number>>

/** Puts values into the gaps of a sentence: `{{byte}}` becomes `values.byte`. */
export function fillSentence(sentence: string, values: SentenceValues): string {
  return sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}
