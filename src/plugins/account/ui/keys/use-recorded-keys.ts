/** What is pressed while a field of ours has the focus, stroke by stroke. */
import { type KeyboardEvent, useState } from 'react'
import { strokeOf } from '../../../../core/commands/keys/record-keys.js'
import { useKernel } from '../../../../core/react/kernel-context.js'

/** Nobody remembers a longer sequence. */
const STROKES = 3

/** @param onEnter Enter, once something is recorded */
export function useRecordedKeys(onEnter: () => void) {
  const { platform } = useKernel()
  const [strokes, setStrokes] = useState<readonly string[]>([])
  const [cleared, setCleared] = useState(false)

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, code, ctrlKey, metaKey, altKey, shiftKey, nativeEvent } = event
    const plain = !ctrlKey && !metaKey && !altKey
    // The way to the buttons, and out of the window, stays open.
    if (nativeEvent.isComposing || (plain && (key === 'Tab' || key === 'Escape'))) return
    event.preventDefault()
    event.stopPropagation()
    if (event.repeat) return
    if (plain && key === 'Enter' && strokes.length > 0) return onEnter()
    if (plain && key === 'Backspace') {
      setCleared(strokes.length <= 1)
      return setStrokes(strokes.slice(0, -1))
    }
    const option = platform.mac && altKey && !ctrlKey && !metaKey
    const thirdLevel = event.getModifierState('AltGraph') || option
    const stroke = strokeOf({ key, code, ctrlKey, metaKey, altKey, shiftKey, thirdLevel }, platform.mac)
    if (stroke === undefined) return
    setCleared(false)
    setStrokes(strokes.length === STROKES ? [stroke] : [...strokes, stroke])
  }

  return { strokes, cleared, field: { onKeyDown } }
}
