import { useCallback } from 'react'
import { bindingLabels } from '../commands/keys/keys.js'
import { useKernel, useText } from './kernel-context.js'

interface KeyCapsProps {
  readonly binding: string
  readonly from?: number
  readonly to?: number
}

export function KeyCaps({ binding, from = 0, to }: KeyCapsProps) {
  const { platform } = useKernel()
  const labels = bindingLabels(binding, platform.mac, useKeyName()).slice(from, to)
  return (
    <span className="fw-keys">
      {labels.map((label, index) => (
        <kbd key={labels.slice(0, index + 1).join(' ')} className="fw-key">
          {label}
        </kbd>
      ))}
    </span>
  )
}

export function useKeyName(): (english: string) => string {
  const { tm } = useText()
  return useCallback(english => tm('core', english), [tm])
}
