/** Takes webhooks and the questions of bots, each after two seconds, and tells what it has taken. Prints its port. */
const answerMs = 2_000

/** Delivery → number of times it was taken. */
const deliveries = new Map<string, number>()

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  routes: {
    '/hook': async (request) => {
      await request.arrayBuffer()
      const id = request.headers.get('x-recado-delivery') ?? ''
      deliveries.set(id, (deliveries.get(id) ?? 0) + 1)
      await Bun.sleep(answerMs)
      return new Response()
    },
    '/bot': async (request) => {
      const { message } = (await request.json()) as { message: { body: string } | null }
      await Bun.sleep(answerMs)
      return Response.json({ reply: `Robô: ${message?.body}` })
    },
    '/taken': () => Response.json([...deliveries]),
  },
})
console.log(server.port)

export {}
