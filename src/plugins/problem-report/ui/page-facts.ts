/** What only a browser knows about where a problem was seen. */

export function pageFacts(): { readonly browser: string; readonly path: string } {
  const { innerWidth, innerHeight, devicePixelRatio } = window
  const size = `${innerWidth} × ${innerHeight} at ${devicePixelRatio}`
  // The query may hold what is not for others: an invitation, a reset.
  return { browser: `${navigator.userAgent}; ${size}`, path: location.pathname }
}
