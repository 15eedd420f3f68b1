import {
  IconAdjustments,
  IconChartBar,
  IconCreditCard,
  IconGuitarPick,
  IconKeyboard,
  IconLock,
  IconMusic,
  IconPiano,
  IconPlaylist,
  IconPlug,
  IconPoint,
  type IconProps,
  IconRefresh,
  IconSchool,
  IconShare,
  IconShield,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { IconName } from '../core/kernel/plugin.js'

const ICONS: Readonly<Record<IconName, ComponentType<IconProps>>> = {
  guitar: IconGuitarPick,
  music: IconMusic,
  progress: IconChartBar,
  people: IconUsers,
  shared: IconShare,
  homework: IconSchool,
  setlist: IconPlaylist,
  profile: IconUser,
  subscription: IconCreditCard,
  settings: IconAdjustments,
  keys: IconKeyboard,
  security: IconLock,
  sync: IconRefresh,
  midi: IconPiano,
  plugins: IconPlug,
  admin: IconShield,
}

export function iconNamed(name: IconName | undefined): ComponentType<IconProps> {
  return name === undefined ? IconPoint : ICONS[name]
}
