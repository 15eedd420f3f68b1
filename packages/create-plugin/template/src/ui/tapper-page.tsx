/** Shows the tempo and a button to tap it. */
import { useCommand, useService, useStore, useText } from '@fretwork/sdk/react'
import { TAPPER } from '../tokens.js'

export default function TapperPage() {
  const { t } = useText()
  const tempo = useStore(useService(TAPPER).tempo)
  const tap = useCommand('tap-tempo.tap')
  return (
    <>
      <h1>{t('Tap tempo')}</h1>
      <p role="status">
        {tempo === undefined
          ? t('Tap at least twice to see the tempo.')
          : t('{{tempo}} beats per minute', { tempo })}
      </p>
      <button type="button" disabled={!tap.enabled} onClick={() => tap.run()}>
        {tap.title}
      </button>
    </>
  )
}
