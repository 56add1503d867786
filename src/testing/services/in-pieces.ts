/** Returns a body that is sent in pieces, the first ones ending after so many bytes. */
export function inPieces(text: string, ...ends: number[]): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  return new ReadableStream({
    start(controller) {
      for (const [index, end] of [...ends, bytes.length].entries())
        controller.enqueue(bytes.slice(ends[index - 1] ?? 0, end))
      controller.close()
    },
  })
}
