import { startProductWorker } from '../product-files'
import type { FileOrder } from './file-worker'

/** Copies a database that may be in use into a new file of one snapshot. @throws Error */
export const vacuumInto = (path: string, to: string) => work({ path, to })

/** Writes the WAL of a file into it. It must not be followed by an archive. @throws Error */
export const writeBackWal = (path: string) => work({ path })

/** In a worker: waiting for the disk would block the event loop. */
async function work(order: FileOrder) {
  const worker = startProductWorker('src/kernel/database/file-worker.ts')
  try {
    const { promise, resolve, reject } = Promise.withResolvers<{ failure?: string }>()
    worker.on('message', resolve)
    worker.on('error', reject)
    worker.postMessage(order)
    const { failure } = await promise
    if (failure !== undefined) throw new Error(failure)
  } finally {
    void worker.terminate()
  }
}
