/** Sets the window width in pixels, for components that depend on the available space. */
export function setWindowWidth(width: number): void {
  ;(
    window as unknown as { happyDOM: { setViewport(viewport: { width: number }): void } }
  ).happyDOM.setViewport({ width })
}
