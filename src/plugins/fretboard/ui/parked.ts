/** Where a light waits: outside of the drawing, which clips it. */
export const PARKED = 'translate(0 -999)'
