/** Finds text in a plugin's panel that can't be translated. */
import type { PanelData } from '../../../../src/sandbox/panel.js'
import { pluginFrom } from '../../../../src/sandbox/worker/serve.js'
import type { ScannedCode } from './scan-code.js'

/** Wraps a plugin so that the results of `t` are collected. */
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

/** Returns the visible text. Values and chart labels are left out, because they are usually data. */
function textsIn(value: unknown, isShown = false): readonly string[] {
  if (typeof value === 'string') return isShown ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) =>
    textsIn(child, Array.isArray(value) || isShown ? isShown : SHOWN.includes(key)),
  )
}

/** Returns panel text that is a literal in the code instead of a result of `t`. */
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

/** Returns a placeholder that has no value in the visible text, if any. */
export function gapIn(panel: PanelData): string | undefined {
  return /{{\s*\w+\s*}}/.exec(textsIn(panel, true).join('\n'))?.[0]
}
