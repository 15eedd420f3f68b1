export function pageFacts(): { readonly browser: string } {
  const { innerWidth, innerHeight, devicePixelRatio } = window
  const size = `${innerWidth} × ${innerHeight} at ${devicePixelRatio}`
  return { browser: `${navigator.userAgent}; ${size}` }
}

/** Not part of a report: a path may grant access. */
export function hereInPage(): string {
  return location.pathname + location.search
}
