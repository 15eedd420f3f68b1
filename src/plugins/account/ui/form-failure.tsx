/** Why a form did not go through, where no field is to blame. */
import { Alert } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Refusal } from './refused.js'

export function FormFailure({ error }: { readonly error: unknown }) {
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error !== undefined) alert.current?.focus()
  }, [error])
  if (error === undefined) return null
  return (
    <Alert color="red" ref={alert} tabIndex={-1} role="alert">
      <Refusal error={error} />
    </Alert>
  )
}
