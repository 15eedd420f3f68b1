import { useMemo } from 'react'
import { useKernel, usePluginId } from '../kernel-context.js'
import { useStore } from './use-store.js'

export type TextValues = Readonly<Record<string, string | number>>

export interface Text {
  /** Translates a sentence of this plugin. */
  t(sentence: string, values?: TextValues): string
  /** Translates a text from a table or manifest of `source`. */
  tm(source: string, sentence: string, values?: TextValues): string
  /** BCP 47. */
  readonly language: string
  /** For dates and numbers: the language with the user's region, `en-GB`. */
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
  return useMemo(
    () => ({
      t: (sentence, values) => translator.t(namespace, sentence, values),
      tm: (source, sentence, values) => translator.t(source, sentence, values),
      ...spoken,
    }),
    [namespace, spoken, translator],
  )
}
