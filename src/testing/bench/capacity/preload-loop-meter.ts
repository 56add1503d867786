import { Session } from 'node:inspector/promises'
import { startMeter } from './loop-meter'

/** Preloaded before the product: answers each `measure`. The first `profile` begins to take samples, the second writes them to its file. */
let meter = startMeter()
let profiler: Session | undefined
// Every 2 ms took 2 % of the processor's time.
setInterval(() => meter.tick(), 5).unref()
process.on('message', (command: { measure: true } | { profile: string }) => {
  if ('profile' in command) return void profile(command.profile)
  process.send?.(meter.read())
  meter = startMeter()
})

async function profile(file: string) {
  if (!profiler) {
    profiler = new Session()
    profiler.connect()
    await profiler.post('Profiler.enable')
    await profiler.post('Profiler.start')
    return void process.send?.(true)
  }
  const { profile } = await profiler.post('Profiler.stop')
  await Bun.write(file, JSON.stringify(profile))
  profiler.disconnect()
  profiler = undefined
  process.send?.(true)
}
