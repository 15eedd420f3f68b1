export function pageFacts(): { readonly browser: string } {
  const { innerWidth, innerHeight, devicePixelRatio } = window
  const size = `${innerWidth} × ${innerHeight} at ${devicePixelRatio}`
  return { browser: `${navigator.userAgent}; ${size}` }
}

/** Returns the current path. Don't use it in reports: the path may grant access. */
export function currentPath(): string {
  return location.pathname + location.search
}
