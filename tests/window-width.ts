/** The width of the tests' window in pixels, for what a screen shows only where there is room. */
export function setWindowWidth(width: number): void {
  ;(
    window as unknown as { happyDOM: { setViewport(viewport: { width: number }): void } }
  ).happyDOM.setViewport({ width })
}
