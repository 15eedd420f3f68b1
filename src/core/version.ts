/** A test checks that it matches package.json. */
export const VERSION = '1.2.0'
