/** The look of the application: Mantine's theme from the tenant's accent, and the colour scheme of the layout settings. */
import { createTheme, type MantineColorsTuple, type MantineThemeOverride } from '@mantine/core'
import type { Layout } from '../core/settings/layout.js'

/** Ten shades around the tenant's accent, lightest first, mixed by the browser. */
function shades(accent: string): MantineColorsTuple {
  const light = (percent: number) => `color-mix(in oklab, ${accent} ${percent}%, white)`
  const dark = (percent: number) => `color-mix(in oklab, ${accent} ${percent}%, black)`
  return [
    light(8),
    light(20),
    light(36),
    light(54),
    light(76),
    accent,
    dark(92),
    dark(80),
    dark(66),
    dark(50),
  ]
}

export function themeFor(accent: string): MantineThemeOverride {
  return createTheme({
    colors: { accent: shades(accent) },
    primaryColor: 'accent',
    primaryShade: 5,
    autoContrast: true,
    defaultRadius: 'md',
    fontFamily: "Inter, system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif",
    fontFamilyMonospace: "ui-monospace, 'Cascadia Mono', 'DejaVu Sans Mono', monospace",
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      // Its title bar is a <header>, which beside the page's own would be a second banner.
      Modal: {
        defaultProps: {
          transitionProps: { duration: 300 },
          attributes: { header: { role: 'presentation' } },
          // The name of a command takes two lines on a phone.
          styles: { title: { lineHeight: 1.3 } },
        },
      },
      Loader: { defaultProps: { size: 80 } },
      Tooltip: { defaultProps: { openDelay: 400 } },
    },
  })
}

/** `auto` follows the system until the user has chosen (specification, section 2). */
export function schemeOf(layout: Layout): 'light' | 'dark' | undefined {
  return layout.colorScheme === 'auto' ? undefined : layout.colorScheme
}
