import { type Measured, startMeter } from '../bench/capacity/loop-meter'
import { createServedWorld } from '../world/served-world'

if (import.meta.main) await serveMeasured()

async function serveMeasured() {
  const world = await createServedWorld({ pages: true, environment: { LOG_LEVEL: 'silent' } })
  const { token } = await world.as(world.ana)
  let meter = startMeter()
  setInterval(() => meter.tick(), 1)
  process.on('message', (command) => {
    if (command === 'stop') return void world.stop().then(() => process.exit(0))
    process.send?.(meter.read())
    Bun.gc(true)
    meter = startMeter()
  })
  process.send?.({ port: Number(new URL(world.url).port), token })
}

export async function startMeasuredServer() {
  const received: unknown[] = []
  let wake = () => {}
  const child = Bun.spawn([process.execPath, import.meta.path], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit'],
    ipc(message) {
      received.push(message)
      wake()
    },
  })
  const next = async () => {
    while (received.length === 0) await new Promise<void>((resolve) => (wake = resolve))
    return received.shift()
  }
  const { port, token } = (await next()) as { port: number; token: string }
  const measure = async () => {
    child.send('measure')
    return (await next()) as Measured
  }
  return {
    port,
    bearer: `authorization: Bearer ${token}`,
    async costOf(act: () => Promise<unknown>) {
      await measure()
      await act()
      return measure()
    },
    async stop() {
      child.send('stop')
      await child.exited
    },
  }
}
