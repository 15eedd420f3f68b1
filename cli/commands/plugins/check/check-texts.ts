/** Finds texts of a plugin's panel that can't be translated. */
import type { PanelData } from '../../../../src/sandbox/panel.js'
import { pluginFrom } from '../../../../src/sandbox/worker/serve.js'
import type { ScannedCode } from './scan-code.js'

/** Makes `t` collect its results. */
export function collecting(module: unknown, results: Set<string>): { readonly default: object } {
  const plugin = pluginFrom(module)
  const setup: typeof plugin.setup = ({ t: translate, ...context }) => {
    const t: typeof translate = (...words) => {
      const text = translate(...words)
      results.add(text)
      return text
    }
    return plugin.setup({ ...context, t })
  }
  return { default: { ...plugin, setup } }
}

const WORD = /\p{L}{3}/u
const SHOWN = ['title', 'text', 'label', 'detail', 'columns', 'choices']

/** Returns the shown texts. Values and chart labels are usually data. */
function textsIn(value: unknown, isShown = false): readonly string[] {
  if (typeof value === 'string') return isShown ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) =>
    textsIn(child, Array.isArray(value) || isShown ? isShown : SHOWN.includes(key)),
  )
}

/** Returns the texts of a panel that are written in the code without `t`, whose results are given. */
export function literalsIn(panel: PanelData, { texts }: ScannedCode, results: ReadonlySet<string>) {
  const words = [...texts].filter(([text]) => WORD.test(text))
  return textsIn(panel).flatMap(shown => {
    const [longest] = words
      .filter(([text]) => shown.startsWith(text) || (text.includes(' ') && shown.includes(text)))
      .toSorted(([a], [b]) => b.length - a.length)
    if (!longest || [...results].some(text => WORD.test(text) && shown.includes(text))) return []
    return { text: shown, at: longest[1] }
  })
}

/** Returns a placeholder of a shown text that has no value. */
export function gapIn(panel: PanelData): string | undefined {
  return /{{\s*\w+\s*}}/.exec(textsIn(panel, true).join('\n'))?.[0]
}
