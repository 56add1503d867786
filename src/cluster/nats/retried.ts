interface RetryOptions {
  pauseMs?: number
  /** Throws what must not be tried again. */
  onFailure?: (error: unknown) => void
}

/** Repeats until it succeeds. What it repeats must do no harm when done twice. */
export async function retried<T>(
  attempt: () => Promise<T>,
  { pauseMs = 250, onFailure = () => {} }: RetryOptions = {},
): Promise<T> {
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      onFailure(error)
      await Bun.sleep(pauseMs)
    }
  }
}
