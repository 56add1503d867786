import { createLimiter } from '../../kernel/job/limiter'
import { startProductWorker } from '../../kernel/product-files'

export interface PdfPage {
  page: number
  text: string
}

/** unreadable: no PDF, damaged or encrypted. empty: pictures only. */
type PdfFailure = 'unreadable' | 'tooSlow' | 'tooLarge' | 'empty' | 'cancelled'
export type PdfResult = { pages: PdfPage[] } | { failure: PdfFailure }

const timeoutMs = 60_000
const memoryBytesMax = 600 * 1024 * 1024
const memoryCheckMs = 200

/** A worker may take all of the allowed memory. */
const inTurn = createLimiter(1)

export function readPdf(path: string, signal: AbortSignal): Promise<PdfResult> {
  return inTurn(() => runWorker(path, signal))
}

async function runWorker(path: string, signal: AbortSignal): Promise<PdfResult> {
  if (signal.aborted) return { failure: 'cancelled' }
  const { promise, resolve } = Promise.withResolvers<PdfResult>()
  const worker = startProductWorker('src/ai-agent/document/read-pdf-worker.ts')
  const base = process.memoryUsage.rss()
  const cancel = () => resolve({ failure: 'cancelled' })
  const timeout = setTimeout(() => resolve({ failure: 'tooSlow' }), timeoutMs)
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() - base > memoryBytesMax) resolve({ failure: 'tooLarge' })
  }, memoryCheckMs)
  worker.on('message', resolve)
  worker.on('error', () => resolve({ failure: 'unreadable' }))
  signal.addEventListener('abort', cancel)
  worker.postMessage(path)
  try {
    return await promise
  } finally {
    clearTimeout(timeout)
    clearInterval(watch)
    signal.removeEventListener('abort', cancel)
    void worker.terminate()
  }
}
