import { useRef } from 'react'

export function useLast<T>(value: T | undefined): T | undefined {
  const last = useRef(value)
  last.current = value ?? last.current
  return last.current
}
