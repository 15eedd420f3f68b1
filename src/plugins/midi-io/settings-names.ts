/** Names for the channels that notes can be sent on. */
import type { SettingsNames } from '../../core/settings/section.js'

const CHANNELS = Array.from({ length: 16 }, (_, index) => ({ value: index + 1, label: String(index + 1) }))

const names: SettingsNames = t => ({ outputChannel: [{ value: 0, label: t('All') }, ...CHANNELS] })

export default names
