import { readRecords, type SegmentRecord } from '../../host/backup/segment'
import type { LogMessage } from './log-rule'

/** Makes whole transactions of messages that count. What an owner left unfinished when it was fenced was never acknowledged. */
export function createAssembler() {
  let pieces: Uint8Array[] = []
  let parts: SegmentRecord[] = []

  return {
    /** @throws Error when the log is damaged */
    take({ kind, hasMore, content, sequence }: LogMessage): SegmentRecord[] {
      if (kind === 'fence') {
        pieces = []
        parts = []
        return []
      }
      pieces.push(content)
      if (hasMore) return []
      const bytes = Buffer.concat(pieces)
      pieces = []
      let end = 0
      for (const record of readRecords(bytes)) {
        end = record.end
        parts.push(record.unpack())
      }
      if (end < bytes.length) throw new Error(`The log is damaged at ${sequence}`)
      const whole = parts.findLastIndex((part) => part.hasMore !== true) + 1
      return parts.splice(0, whole)
    },
    isWhole: () => pieces.length === 0 && parts.length === 0,
  }
}
