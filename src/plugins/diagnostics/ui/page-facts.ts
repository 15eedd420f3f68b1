export function pageFacts(): { readonly browser: string } {
  const { innerWidth, innerHeight, devicePixelRatio } = window
  const size = `${innerWidth} × ${innerHeight} at ${devicePixelRatio}`
  return { browser: `${navigator.userAgent}; ${size}` }
}

/** Must not be included in a report, because the path may grant access. */
export function hereInPage(): string {
  return location.pathname + location.search
}
