/** State of the failure switches; see `FailureSwitches`. */
export interface Faults {
  silent: boolean
  /** Pending while the server is silent. */
  speaksAgain: PromiseWithResolvers<void> | undefined
  delayMs: number
  reorder: boolean
  refuseConnections: boolean
  refusePairing: boolean
  ackError: { code: number; remaining: number } | undefined
  withholdAcks: boolean
  refusedActives: number
  ignoreRetries: boolean
  ignorePeerRequests: boolean
  uploadStatus: number
  downloadStatus: number
}

export function createFaults(): Faults {
  return {
    silent: false,
    speaksAgain: undefined,
    delayMs: 0,
    reorder: false,
    refuseConnections: false,
    refusePairing: false,
    ackError: undefined,
    withholdAcks: false,
    refusedActives: 0,
    ignoreRetries: false,
    ignorePeerRequests: false,
    uploadStatus: 0,
    downloadStatus: 0,
  }
}

/** Returns the error for the next message, and counts it as used. */
export function takeAckError(faults: Faults): number | undefined {
  const refusal = faults.ackError
  if (!refusal) return undefined
  refusal.remaining -= 1
  if (refusal.remaining <= 0) faults.ackError = undefined
  return refusal.code
}
