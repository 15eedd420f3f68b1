/** Renders one screen of a plugin in a test kernel, as the application does. */
export { renderScreen } from '../../src/core/testing/react.js'
