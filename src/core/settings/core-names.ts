import type { SettingsNames } from './section.js'

const names: SettingsNames = t => ({
  language: [
    { value: 'auto', label: t('Automatic') },
    { value: 'en', label: 'English' },
    { value: 'de', label: 'Deutsch' },
  ],
  colorScheme: [
    { value: 'auto', label: t('System') },
    { value: 'light', label: t('Light') },
    { value: 'dark', label: t('Dark') },
  ],
})

export default names
