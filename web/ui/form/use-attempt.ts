import { useState } from 'react'
import { useErrorText } from '../../i18n/i18n'
import { useUi } from '../context/ui-context'

/** Shows the success or the refusal, which a third text precedes: `await attempt(() => api.delete(…), t.deleted, t.deleteFailed)`. */
export function useAttempt() {
  const errorText = useErrorText()
  const { toast } = useUi()
  return async (task: () => Promise<unknown>, done?: string, failed?: string): Promise<boolean> => {
    try {
      await task()
      if (done) toast.success(done)
      return true
    } catch (cause) {
      const reason = errorText(cause)
      if (failed && failed !== reason) toast.error(failed, { detail: reason })
      else toast.error(reason)
      return false
    }
  }
}

/** `useAttempt` with whether an attempt is running, for the button that started it. */
export function useBusyAttempt() {
  const attempt = useAttempt()
  const [busy, setBusy] = useState(false)
  async function busyAttempt(...given: Parameters<typeof attempt>) {
    setBusy(true)
    const isDone = await attempt(...given)
    setBusy(false)
    return isDone
  }
  return { busy, attempt: busyAttempt }
}
