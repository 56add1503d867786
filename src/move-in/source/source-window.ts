import { UnreadableSource } from './source'

/** No row of a database of this family is longer. */
const bytesMax = 256 * 1024 * 1024

/** The part of a stream that is being parsed. Memory is bounded by the longest row. */
export class SourceWindow {
  /** What has been read and not been passed yet, from `start`. */
  bytes = Buffer.alloc(0)
  start = 0
  /** Nothing follows `bytes`. */
  isOver = false
  /** Bytes of the stream before `bytes`. */
  passed = 0
  #memory = Buffer.allocUnsafeSlow(4 * 1024 * 1024)

  constructor(
    readonly chunks: AsyncIterator<Uint8Array>,
    readonly signal?: AbortSignal,
  ) {}

  /** Reads on until what is left has doubled, so that whoever parses it again from its start takes linear time. */
  async fill(): Promise<void> {
    this.signal?.throwIfAborted()
    const left = this.bytes.length - this.start
    if (this.start > 0) this.bytes.copy(this.#memory, 0, this.start)
    this.passed += this.start
    this.start = 0
    let end = left
    do {
      const { value, done } = await this.chunks.next()
      if (done) {
        this.isOver = true
        break
      }
      if (end + value.length > this.#memory.length) this.#grow(end, value.length)
      this.#memory.set(value, end)
      end += value.length
    } while (end < left * 2)
    this.bytes = this.#memory.subarray(0, end)
  }

  #grow(used: number, more: number) {
    if (used + more > bytesMax) throw new UnreadableSource('rowTooLong')
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#memory.length * 2, used + more))
    this.#memory.copy(larger, 0, 0, used)
    this.#memory = larger
  }
}
