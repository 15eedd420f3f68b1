export { type MemoryPlatform, memoryPlatform } from '../platform/memory-platform.js'
export {
  type Answering,
  type FakeApi,
  fakeApi,
  type GivenAnswer,
  ok,
  problem,
  type SentRequest,
} from './fake-api.js'
export { type FakeMidi, type FakeMidiPage, fakeMidi } from './fake-midi-page.js'
export {
  type FakeOptions,
  type FakePort,
  type FakeSent,
  type FakeWebMidi,
  fakeWebMidi,
} from './fake-web-midi.js'
export { createTestKernel, expectNoLeaks, type TestKernel, type TestKernelOptions } from './test-kernel.js'
