import { startMeter } from './loop-meter'

/**
 * Preloaded before the product: answers each `measure` on the process's channel with the figures since the last one.
 */
let meter = startMeter()
// Every 2 ms took 2 % of the processor's time.
setInterval(() => meter.tick(), 5).unref()
process.on('message', (command) => {
  if (command !== 'measure') return
  process.send?.(meter.read())
  meter = startMeter()
})
