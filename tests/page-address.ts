/** The address of the tests' page, which may be of another site: a browser lets no script set that. */
export function setPageAddress(url: string): void {
  ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(url)
}
