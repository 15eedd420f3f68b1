/** Styles in a frame cannot inherit from the page. */

const SCHEME = 'data-mantine-color-scheme'

export interface ThemeValues {
  readonly scheme: string
  readonly direction: string
  readonly variables: Readonly<Record<string, string>>
}

export function followTheme(show: (values: ThemeValues) => void): () => void {
  const root = document.documentElement
  const now = () => show(themeValues(root))
  const watcher = new MutationObserver(now)
  watcher.observe(root, { attributes: true, attributeFilter: [SCHEME, 'style', 'class', 'dir'] })
  now()
  return () => watcher.disconnect()
}

function themeValues(root: HTMLElement): ThemeValues {
  const style = getComputedStyle(root)
  const names = new Set([...document.styleSheets].flatMap(sheet => variableNames(sheet)))
  const variables = Object.fromEntries([...names].map(name => [name, style.getPropertyValue(name)]))
  const { color, fontFamily, fontSize } = getComputedStyle(document.body)
  return {
    scheme: root.getAttribute(SCHEME) ?? 'light',
    direction: root.dir || 'ltr',
    variables: {
      ...variables,
      '--page-color': color,
      '--page-font': fontFamily,
      '--page-font-size': fontSize,
    },
  }
}

function variableNames(sheet: CSSStyleSheet): string[] {
  return [...sheet.cssRules].flatMap(rule => {
    if (!(rule instanceof CSSStyleRule) || !/:root|:host|data-mantine-color-scheme/.test(rule.selectorText))
      return []
    return [...rule.style].filter(name => name.startsWith('--'))
  })
}
