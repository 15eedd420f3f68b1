/** The application's version (specification, section 9); a test keeps package.json equal to it. */
export const VERSION = '1.2.0'
