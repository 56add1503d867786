import { startProductWorker } from '../product-files'
import type { VacuumOrder } from './vacuum-worker'

/** Copies a database that may be in use into a new file of one snapshot, in a worker. @throws Error */
export async function vacuumInto(path: string, to: string) {
  const worker = startProductWorker('src/kernel/database/vacuum-worker.ts')
  try {
    const { promise, resolve, reject } = Promise.withResolvers<{ failure?: string }>()
    worker.on('message', resolve)
    worker.on('error', reject)
    worker.postMessage({ path, to } satisfies VacuumOrder)
    const { failure } = await promise
    if (failure !== undefined) throw new Error(failure)
  } finally {
    void worker.terminate()
  }
}
