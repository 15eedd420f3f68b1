/** What every control of a setting gets. */
import type { ReactNode } from 'react'
import type { SettingsFormField } from '../../../../core/settings/settings-fields.js'
import type { Setting } from './use-setting.js'

export interface ControlProps {
  readonly field: SettingsFormField
  readonly setting: Setting
  readonly label: ReactNode
  readonly description: string | undefined
}
