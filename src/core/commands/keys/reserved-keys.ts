/** Keys that browsers keep for themselves: a page is not even told of them. */
import { strokesOf } from './user-keys.js'

const EVERYWHERE = [
  ...['$mod+n', '$mod+t', '$mod+w', '$mod+shift+n', '$mod+shift+t', '$mod+shift+w'],
  ...['ctrl+tab', 'ctrl+shift+tab', 'ctrl+pageup', 'ctrl+pagedown'],
]
const ON_A_MAC = ['$mod+q', '$mod+h', '$mod+m', '$mod+tab', '$mod+space']
const ELSEWHERE = ['alt+f4', 'alt+tab', '$mod+f4']

/** Whether a stroke of the binding may never reach the page. */
export function isReserved(binding: string, mac: boolean): boolean {
  const reserved = [...EVERYWHERE, ...(mac ? ON_A_MAC : ELSEWHERE)].map(key => strokesOf(key, mac))
  return binding.split(/\s+/).some(stroke => reserved.includes(strokesOf(stroke, mac)))
}
