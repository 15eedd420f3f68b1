/** A test checks that package.json has the same version. */
export const VERSION = '1.2.0'
