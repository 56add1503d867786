type Bytes = Uint8Array<ArrayBuffer>

const idleMsMax = 120_000

/** Writes while somebody reads. Cancelling or not reading stops it. @param onEnd called once */
export function streamPieces(pieces: AsyncGenerator<Bytes>, onEnd: () => void): ReadableStream<Bytes> {
  let idle: Timer | undefined
  let isStopped = false
  function stop() {
    clearTimeout(idle)
    if (isStopped) return
    isStopped = true
    onEnd()
    void pieces.return(undefined)
  }
  return new ReadableStream<Bytes>(
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
