import type { CompanyContext } from '../company/company-context'

const idleMsMax = 120_000

/** Writes while somebody reads, and keeps the company open to the end. Cancelling or not reading stops it. */
export function streamPieces(
  { company }: CompanyContext,
  pieces: AsyncGenerator<Uint8Array<ArrayBuffer>>,
  onEnd: () => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  company.pins++
  let idle: Timer | undefined
  let isStopped = false
  function stop() {
    clearTimeout(idle)
    if (isStopped) return
    isStopped = true
    company.pins--
    onEnd()
    void pieces.return(undefined)
  }
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        clearTimeout(idle)
        try {
          const { done, value } = await pieces.next()
          if (done) {
            stop()
            return controller.close()
          }
          controller.enqueue(value)
        } catch (error) {
          stop()
          throw error
        }
        idle = setTimeout(() => {
          stop()
          controller.error(new Error('Nobody read the file'))
        }, idleMsMax)
        idle.unref()
      },
      cancel: stop,
    },
    { highWaterMark: 1 },
  )
}
