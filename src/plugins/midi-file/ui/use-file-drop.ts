/** Files dragged over the window: whether one hovers now, and the one that was dropped. */
import { useEffect, useState } from 'react'

/** @param dropped called with the files; must stay the same function from one render to the next */
export function useFileDrop(dropped: (files: readonly File[]) => void): boolean {
  const [hovering, setHovering] = useState(false)

  useEffect(() => {
    // Each element under the pointer tells of entering and leaving: only all of them together are the window.
    let inside = 0
    const end = () => {
      inside = 0
      setHovering(false)
    }
    const ours = (listener: (event: DragEvent) => void) => (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      listener(event)
    }
    const entered = ours(() => {
      inside += 1
      setHovering(true)
    })
    const over = ours(({ dataTransfer }) => {
      if (dataTransfer) dataTransfer.dropEffect = 'copy'
    })
    const left = ours(() => {
      inside -= 1
      if (inside <= 0) end()
    })
    const fell = ours(({ dataTransfer }) => {
      end()
      const files = [...(dataTransfer?.files ?? [])]
      if (files.length > 0) dropped(files)
    })
    const listeners = [
      ['dragenter', entered],
      ['dragover', over],
      ['dragleave', left],
      ['drop', fell],
    ] as const
    // Not the window's, where the application takes what no page has taken.
    for (const [type, listener] of listeners) document.addEventListener(type, listener)
    return () => {
      for (const [type, listener] of listeners) document.removeEventListener(type, listener)
    }
  }, [dropped])

  return hovering
}
