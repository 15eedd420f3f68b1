/** What only a browser knows about where a problem was seen. */

export function pageFacts(): { readonly browser: string } {
  const { innerWidth, innerHeight, devicePixelRatio } = window
  const size = `${innerWidth} × ${innerHeight} at ${devicePixelRatio}`
  return { browser: `${navigator.userAgent}; ${size}` }
}

/** Where to go back to. It is not kept in a report: a path may open something. */
export function hereInPage(): string {
  return location.pathname + location.search
}
