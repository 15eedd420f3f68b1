export function pageFacts(): { readonly browser: string } {
  const { innerWidth, innerHeight, devicePixelRatio } = window
  const size = `${innerWidth} × ${innerHeight} at ${devicePixelRatio}`
  return { browser: `${navigator.userAgent}; ${size}` }
}

/** Returns the current path. Reports must not include it, because it may grant access. */
export function hereInPage(): string {
  return location.pathname + location.search
}
