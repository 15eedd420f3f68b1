/** Words on screens: the English sentence is the key, the namespace is the plugin whose screen it is. */
import { useMemo } from 'react'
import { useKernel, usePluginId } from '../kernel-context.js'
import { useStore } from './use-store.js'

export type TextValues = Readonly<Record<string, string | number>>

export interface Text {
  /** Translates a sentence written here. */
  t(sentence: string, values?: TextValues): string
  /** Translates a text that comes from a table or a manifest of `source`. */
  tm(source: string, sentence: string, values?: TextValues): string
  /** The language shown (BCP 47). */
  readonly language: string
  /** For dates and numbers: that language as the user's region writes it, `en-GB`. */
  readonly locale: string
}

/**
 * The texts of the plugin in the language of the user, and the language itself.
 * @since 1.0.0
 * @example
 * const { t } = useText()
 * const title = t('Well done')
 */
export function useText(): Text {
  const { translator } = useKernel()
  const namespace = usePluginId() ?? 'app'
  const spoken = useStore(translator.spoken)
  // The same object while the words are the same, so that what is made from them can be kept.
  return useMemo(
    () => ({
      t: (sentence, values) => translator.t(namespace, sentence, values),
      tm: (source, sentence, values) => translator.t(source, sentence, values),
      ...spoken,
    }),
    [namespace, spoken, translator],
  )
}
