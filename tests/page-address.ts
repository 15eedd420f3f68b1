/** Sets the test page's URL. Unlike scripts in a browser, tests can switch to another origin. */
export function setPageAddress(url: string): void {
  ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(url)
}
