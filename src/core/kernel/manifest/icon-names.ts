/** The icons that navigation contributions can name; the application draws them. */
export const ICON_NAMES = [
  ...(['guitar', 'music', 'people', 'profile', 'subscription', 'settings'] as const),
  ...(['keys', 'security', 'midi', 'plugins', 'inspector', 'admin'] as const),
] as const

export type IconName = (typeof ICON_NAMES)[number]
