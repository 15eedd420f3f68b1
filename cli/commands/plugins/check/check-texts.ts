/** Finds texts of a plugin's panel that can't be translated. */
import type { PanelData } from '../../../../src/sandbox/panel.js'
import { pluginFrom } from '../../../../src/sandbox/worker/serve.js'
import type { Place, ScannedCode } from './scan-code.js'

/** Invisible beginning of texts from `t` in a trial. */
const MARK = '\u2060'

export const unmarked = (text: string) => text.replaceAll(MARK, '')

/** Makes `t` mark its results. */
export function marking(module: unknown): { readonly default: object } {
  const plugin = pluginFrom(module)
  const setup: typeof plugin.setup = ({ t: translate, ...context }) =>
    plugin.setup({ ...context, t: (...words) => `${MARK}${translate(...words)}` })
  return { default: { ...plugin, setup } }
}

const SHOWN = ['title', 'text', 'label', 'detail', 'columns', 'choices']

/** Returns the shown texts. Values and chart labels are usually data. */
function textsIn(value: unknown, isShown = false): readonly string[] {
  if (typeof value === 'string') return isShown ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) =>
    textsIn(child, Array.isArray(value) || isShown ? isShown : SHOWN.includes(key)),
  )
}

export interface Literal {
  readonly text: string
  readonly at: Place
}

/** Returns the texts of a panel that are written in the code without `t`. */
export function literalsIn(panel: PanelData, { texts }: ScannedCode): readonly Literal[] {
  const words = [...texts].filter(([text]) => /\p{L}{3}/u.test(text))
  return textsIn(panel)
    .filter(shown => !shown.includes(MARK))
    .flatMap(shown => {
      const found = words.filter(
        ([text]) => shown.startsWith(text) || (text.includes(' ') && shown.includes(text)),
      )
      const [longest] = found.toSorted(([a], [b]) => b.length - a.length)
      return longest ? { text: shown, at: longest[1] } : []
    })
}

/** Returns a placeholder of a shown text that has no value. */
export function gapIn(panel: PanelData): string | undefined {
  return /{{\s*\w+\s*}}/.exec(textsIn(panel, true).join('\n'))?.[0]
}
