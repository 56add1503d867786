import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

/** In the single file every module has the same folder, below which the files have the paths that they have in a checkout. */
const root = Bun.isStandaloneExecutable ? import.meta.dir : join(import.meta.dir, '../..')

/** Returns the path of one of the product's own files or folders, given from the root: `migrations/company`. */
export const productFile = (path: string) => join(root, path)

/** Starts a worker, given from the root. Its name ends in `-worker.ts` or `-thread.ts`, so that the single file has it. */
export const startProductWorker = (path: `src/${string}-${'worker' | 'thread'}.ts`, workerData?: unknown) =>
  new Worker(productFile(path), { workerData })
