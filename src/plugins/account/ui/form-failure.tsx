/** Why a form did not go through, where no field is to blame. */
import { Alert } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useText } from '../../../core/react/hooks/use-text.js'
import { refusalOf } from '../refusals.js'

export function FormFailure({ error }: { readonly error: unknown }) {
  const { tm } = useText()
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error !== undefined) alert.current?.focus()
  }, [error])
  if (error === undefined) return null
  const { source, message, values } = refusalOf(error)
  return (
    <Alert color="red" ref={alert} tabIndex={-1} role="alert">
      {tm(source, message, values)}
    </Alert>
  )
}
