/** The icons that navigation contributions can name. */
import {
  IconActivity,
  IconAdjustments,
  IconCreditCard,
  IconGuitarPick,
  IconKeyboard,
  IconLock,
  IconMusic,
  IconPiano,
  IconPlug,
  IconPoint,
  type IconProps,
  IconShield,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'

const ICONS: Readonly<Record<string, ComponentType<IconProps>>> = {
  guitar: IconGuitarPick,
  music: IconMusic,
  people: IconUsers,
  profile: IconUser,
  subscription: IconCreditCard,
  settings: IconAdjustments,
  keys: IconKeyboard,
  security: IconLock,
  midi: IconPiano,
  plugins: IconPlug,
  inspector: IconActivity,
  admin: IconShield,
}

export function iconNamed(name: string | undefined): ComponentType<IconProps> {
  return (name === undefined ? undefined : ICONS[name]) ?? IconPoint
}
