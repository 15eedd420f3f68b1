export function pageFacts(): { readonly browser: string } {
  const { innerWidth, innerHeight, devicePixelRatio } = window
  const size = `${innerWidth} × ${innerHeight} at ${devicePixelRatio}`
  return { browser: `${navigator.userAgent}; ${size}` }
}

/** Not for reports: the path may grant access. */
export function currentPath(): string {
  return location.pathname + location.search
}
