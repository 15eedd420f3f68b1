/** A test keeps package.json equal to it. */
export const VERSION = '1.2.0'
