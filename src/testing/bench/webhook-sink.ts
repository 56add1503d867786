/** Takes every webhook, after as many milliseconds as its argument says. Prints its port. */
const delayMs = Number(process.argv[2] ?? 0)
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    await request.arrayBuffer()
    if (delayMs > 0) await Bun.sleep(delayMs)
    return Response.json({ reply: 'ok' })
  },
})
console.log(server.port)
