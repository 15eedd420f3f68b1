/** Everything that can be set. */
import { useText } from '../../../core/react/use-text.js'

export default function SettingsPage() {
  const { t } = useText()
  return <h1>{t('Settings')}</h1>
}
