import {
  type CSSVariablesResolver,
  createTheme,
  luminance,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core'
import type { Layout } from '../core/settings/core-settings.js'

function shades(accent: string): MantineColorsTuple {
  const light = (percent: number) => `color-mix(in oklab, ${accent} ${percent}%, white)`
  const dark = (percent: number) => `color-mix(in oklab, ${accent} ${percent}%, black)`
  // The hover color has more contrast with the text.
  const under = contrast(accent, '#000000') < contrast(accent, '#ffffff') ? dark : light
  const all: readonly string[] = [
    ...[8, 20, 36, 54, 76].map(light),
    ...[accent, under(92)],
    ...[80, 66, 50].map(dark),
  ]
  return all as MantineColorsTuple
}

/** Mantine's grays look blue next to the background colors in app.css. */
const WARM_GRAY: MantineColorsTuple = [
  '#faf9f7',
  '#f4f2ef',
  '#eae7e3',
  '#dedad5',
  '#cbc6bf',
  '#aba59c',
  '#756f67',
  '#5b554f',
  '#46413c',
  '#312d29',
]

/** Modal props. Without the role, the modal’s <header> would be a second banner landmark. */
const MODAL = { transitionProps: { duration: 300 }, attributes: { header: { role: 'presentation' } } }

export function themeFor(accent: string): MantineThemeOverride {
  return createTheme({
    colors: { accent: shades(accent), gray: WARM_GRAY },
    primaryColor: 'accent',
    primaryShade: 5,
    autoContrast: true,
    // Above this luminance, black text is easier to read than white.
    luminanceThreshold: 0.179,
    defaultRadius: 'md',
    fontFamily: "Inter, system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif",
    fontFamilyMonospace: "ui-monospace, 'Cascadia Mono', 'DejaVu Sans Mono', monospace",
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      // Mantine's `alert` role would interrupt screen readers on every page with an alert.
      Alert: { defaultProps: { role: 'note' } },
      Modal: { defaultProps: { ...MODAL, styles: { title: { lineHeight: 1.3 } } } },
      Input: {
        vars: () => ({
          wrapper: { '--input-bd': 'var(--fw-field)', '--input-bd-focus': 'var(--fw-accent-line)' },
          input: {},
        }),
      },
      // Mantine 8 ignores the contrast color for chips.
      Chip: { vars: () => ({ root: { '--chip-color': 'var(--mantine-primary-color-contrast)' } }) },
      Drawer: { defaultProps: MODAL },
      // Focus the first item instead of an unnamed placeholder element.
      Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
      Loader: { defaultProps: { size: 80 } },
      Tooltip: { defaultProps: { openDelay: 400 } },
    },
  })
}

/** Backgrounds with the least contrast: `--fw-bg` and `--fw-panel` in app.css. */
const GROUNDS = { light: '#f6f4f1', dark: '#1d1b1a' } as const
/** Minimum contrast of fills, focus outlines and text. Text is also used on tinted backgrounds. */
const RATIOS = { seen: 2, line: 3, text: 5.5 } as const

export function accentVariables(accent: string): CSSVariablesResolver {
  const on = (ground: string) => ({
    '--mantine-color-accent-filled': seenOn(accent, ground, RATIOS.seen),
    '--fw-accent-line': seenOn(accent, ground, RATIOS.line),
    '--fw-accent-text': seenOn(accent, ground, RATIOS.text),
  })
  return () => ({ variables: {}, light: on(GROUNDS.light), dark: on(GROUNDS.dark) })
}

export function schemeOf(layout: Layout): 'light' | 'dark' | undefined {
  return layout.colorScheme === 'auto' ? undefined : layout.colorScheme
}

const STEP = 0.02

export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

/**
 * Darkens or lightens a color until it has enough contrast.
 * @param ratio 3 for shapes, 4.5 for text
 */
export function seenOn(color: string, ground: string, ratio: number): string {
  const towards = luminance(ground) > 0.18 ? 0 : 255
  for (let share = 0; share < 1; share += STEP) {
    const mixed = hex(channels(color).map(value => value + (towards - value) * share))
    if (contrast(mixed, ground) >= ratio) return mixed
  }
  return hex([towards, towards, towards])
}

const channels = (color: string) => [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16))

const hex = (values: readonly number[]) =>
  `#${values.map(value => Math.round(value).toString(16).padStart(2, '0')).join('')}`
