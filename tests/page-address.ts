/** Sets the test page's URL, possibly on a different site, which browsers do not allow scripts to do. */
export function setPageAddress(url: string): void {
  ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(url)
}
