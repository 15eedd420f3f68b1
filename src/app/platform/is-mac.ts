/** Whether the mod key is ⌘: of all that platforms tell about themselves, this is what the keys need. */
export function isMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.userAgent)
}
