/** The keys of all commands. */
import { useText } from '../../../core/react/use-text.js'

export default function KeysPage() {
  const { t } = useText()
  return <h1>{t('Keys')}</h1>
}
