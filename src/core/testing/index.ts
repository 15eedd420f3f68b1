/** The SDK's face for tests of plugins (`@fretwork/sdk/testing`): a whole kernel in memory. No test code is in the application's bundle. */

export { type MemoryPlatform, memoryPlatform } from '../platform/memory-platform.js'
export { createTestKernel, expectNoLeaks, type TestKernel } from './test-kernel.js'
