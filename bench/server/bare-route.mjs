// Baseline: Fastify with a single route. Prints its port.
import Fastify from 'fastify'

const app = Fastify()
app.get('/user', async () => ({ id: '7c9e6679', email: 'ada@example.org', name: 'Ada', roles: [] }))
await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${app.server.address().port}\n`)
