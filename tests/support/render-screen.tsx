/** Renders one plugin screen in a test kernel, as the application does. */
export { renderScreen } from '../../src/core/testing/react.js'
