/** Leaves the application for a page of somebody else's; commands have no page of their own to do it on. */
export function leaveFor(address: string): void {
  location.assign(address)
}
