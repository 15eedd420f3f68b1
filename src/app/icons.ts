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
import type { IconName } from '../core/kernel/manifest/plugin.js'

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

const BY_NAME = new Map<string, ComponentType<IconProps>>(Object.entries(ICONS))

export function iconNamed(name: string | undefined): ComponentType<IconProps> {
  return (name === undefined ? undefined : BY_NAME.get(name)) ?? IconPoint
}
